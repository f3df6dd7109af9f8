# expect: sat
# Intervals of integers.
from z3 import *

x, y, z = Ints("x y z")
s = Solver()
s.add(x > 2, x < y, y < z, z < 10, x + y + z == 20)
print(s.to_smt2())
