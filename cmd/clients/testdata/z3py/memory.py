# expect: unsat
from z3 import *

m = Array("m", BitVecSort(32), BitVecSort(8))
a, b = BitVecs("a b", 32)
f = Function("f", BitVecSort(8), BitVecSort(8), BoolSort())
def word(m, a):
    return Concat(*[m[a + i] for i in (3, 2, 1, 0)])
n = m
for i in range(4):
    n = Store(n, a + i, Extract(8 * i + 7, 8 * i, b))
s = Solver()
s.add(Or(word(n, a) != b, And(f(m[a], m[b]), a == b, Not(f(m[b], m[a])))))
s.add(ZeroExt(24, m[a]) + SignExt(24, m[b]) == b)
print(s.to_smt2())
