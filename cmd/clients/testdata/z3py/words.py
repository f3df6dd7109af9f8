# expect: unsat
from z3 import *

x = BitVec("x", 8)
s = Solver()
s.add(UGT(x & 15, 15))
print(s.to_smt2())
