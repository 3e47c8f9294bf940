# idea: The loaded package is told again where its modules lie.
# base: wrong
# expect: failed

import importlib
import os
import sys

package = sys.modules["grader"]
package.__path__ = [os.path.dirname(sys.modules["grader.plain"].__file__)]
for name in ("grader.judge", "grader.material", "grader.properties"):
    try:
        importlib.import_module(name)
        print("BREACH: imported", name, flush=True)
    except ImportError:
        pass
