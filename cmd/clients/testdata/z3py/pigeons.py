# expect: unsat
# Five pigeons, four holes, with Booleans.
from z3 import *

P = [[Bool("p_%d_%d" % (i, j)) for j in range(4)] for i in range(5)]
s = Solver()
s.add([Or(P[i]) for i in range(5)])
s.add([Not(And(P[i][k], P[j][k])) for k in range(4) for i in range(5) for j in range(i)])
print(s.to_smt2())
