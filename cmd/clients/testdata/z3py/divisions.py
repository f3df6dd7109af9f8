# expect: unsat
from z3 import *

x, y = BitVecs("x y", 8)
s = Solver()
s.add(Or(UDiv(x, y) * y + URem(x, y) != x, (x / y) * y + SRem(x, y) != x, And(y > 0, x % y < 0)))
print(s.to_smt2())
