import sys, time, types, importlib.util
from time import thread_time
sys.path.insert(0,"/tmp/h/evict3/repo/drills/eviction")
from collections import Counter
C=Counter()
class Tick(int): pass
NAMES="""eq ne lt le gt ge hash int index bool float str repr format add radd sub rsub mul rmul xor and or mod floordiv truediv neg pos abs""".split()
def mk(n):
    m=getattr(int,f"__{n}__")
    def f(self,*o):
        C[n]+=1
        return m(self,*o)
    return f
for n in NAMES: setattr(Tick,f"__{n}__",mk(n))
def load(p):
    m=types.ModuleType("cand"); exec(compile(open(p).read(),p,"exec"),m.__dict__); return m
def play(mod,leaves,tick):
    t=mod.RadixTree(1,tick)
    a=thread_time()
    for i in range(leaves):
        if i%64==0: t.insert([i//64],[leaves+i//64])
        t.insert([i//64,1000+i],[leaves+i//64,i])
    for j in range(leaves):
        i=j*37%leaves
        if i//64%2: t.match_prefix([i//64,1000+i])
    b=thread_time()
    f=t.evict(leaves//2)
    c=thread_time()
    return b-a,c-b,len(f)
from itertools import count
for p in sys.argv[1:]:
    mod=load(p)
    C.clear()
    it=count(1)
    play(mod,4096,lambda: Tick(next(it)))
    looks=dict(C)
    out=[]
    for n in (1000,2000,4000,12000):
        it=count(1); fl,ev,_=play(mod,n,lambda:next(it)); out.append(f"{n}:{fl*1000:.0f}/{ev*1000:.0f}={ev/fl:.2f}")
        if ev/fl>6: break
    print(p.split("/")[-1],sum(looks.values()),looks,*out,flush=True)
