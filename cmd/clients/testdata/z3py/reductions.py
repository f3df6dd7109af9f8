# expect: sat
from z3 import *

x = BitVec("x", 12)
i = Int("i")
s = Solver()
s.add(BVRedAnd(Extract(3, 0, x)) == 1, BVRedOr(Extract(11, 8, x)) == 0)
s.add(RepeatBitVec(2, x) == Concat(x, x), ~x ^ x == -1, Distinct(x, BitVecVal(15, 12), BitVecVal(31, 12)))
s.add(Exists([x], x * x == x + 6))
print(s.to_smt2())
