# expect: unsat
# A function that grows, with a pattern.
from z3 import *

f = Function("f", IntSort(), IntSort())
x = Int("x")
s = Solver()
s.add(ForAll([x], f(x + 1) > f(x), patterns=[f(x)]))
s.add(f(4) <= f(0) + 3)
print(s.to_smt2())
