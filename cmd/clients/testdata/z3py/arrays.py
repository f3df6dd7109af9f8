# expect: unsat
# A swap done twice changes nothing.
from z3 import *

A = Array("A", IntSort(), IntSort())
i, j = Ints("i j")

def swap(a):
    return Store(Store(a, i, Select(a, j)), j, Select(a, i))

s = Solver()
s.add(swap(swap(A)) != A)
print(s.to_smt2())
