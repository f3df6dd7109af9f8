# expect: unsat
from z3 import *

x, y, k = BitVecs("x y k", 32)
s = Solver()
s.add(ULT(k, 32))
s.add(Or(RotateLeft(x, k) != (x << k) | LShR(x, (32 - k) & 31) + 0 * y, x >> 40 != If(x < 0, BitVecVal(-1, 32), BitVecVal(0, 32))))
s.add(Or(k == 5, k == 31), Extract(7, 0, x) == 0x81)
s.add(x >> 31 == y, RotateLeft(x, 5) == RotateRight(x, 27), RotateLeft(x, k) == (x << k) | LShR(x, 32 - k), x >> 40 == y)
print(s.to_smt2())
