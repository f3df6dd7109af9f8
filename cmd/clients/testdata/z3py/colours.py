# expect: unsat
# A wheel with an even hub cycle needs three colours; the odd one four.
from z3 import *

S = DeclareSort("Colour")
c = [Const("c%d" % i, S) for i in range(3)]
v = [Const("v%d" % i, S) for i in range(6)]
s = Solver()
s.add(Distinct(c))
s.add([Or([x == y for y in c]) for x in v])
s.add([v[5] != v[i] for i in range(5)])
s.add([v[i] != v[(i + 1) % 5] for i in range(5)])
print(s.to_smt2())
