# idea: A package of the judge's name is told where its modules lie.
# base: wrong
# expect: failed

import importlib
import sys
import types

package = sys.modules.setdefault("grader", types.ModuleType("grader"))
package.__path__ = ["/opt/infra-drill/grader"]
for name in ("grader.judge", "grader.material", "grader.properties"):
    try:
        importlib.import_module(name)
        print("BREACH: imported", name, flush=True)
    except ImportError:
        pass
