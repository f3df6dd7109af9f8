# expect: sat
from z3 import *

x, y = BitVecs("x y", 16)
s = Solver()
s.add(Not(BVAddNoOverflow(x, y, True)), BVAddNoUnderflow(x, y))
s.add(BVSubNoOverflow(x, y), BVSubNoUnderflow(x, y, True), BVSDivNoOverflow(x, y), BVSNegNoOverflow(x))
s.add(Not(BVMulNoOverflow(x, y, False)), BVMulNoUnderflow(x, y))
print(s.to_smt2())
