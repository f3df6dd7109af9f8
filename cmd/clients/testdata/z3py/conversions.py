# expect: sat
from z3 import *

x = BitVec("x", 8)
i = Int("i")
s = Solver()
s.add(BV2Int(x) == i, i > 200, Int2BV(i + 100, 8) == x + 100, BV2Int(x, is_signed=True) < 0)
print(s.to_smt2())
