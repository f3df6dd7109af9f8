# expect: sat
# A small linear program over the reals, with to_real.
from z3 import *

x, y = Reals("x y")
n = Int("n")
s = Solver()
s.add(2 * x + 3 * y <= 12, x >= 0, y >= RealVal("1/3"), x + y == ToReal(n) / 2, n > 7)
print(s.to_smt2())
