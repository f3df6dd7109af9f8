# expect: sat
# A 4 x 4 square by integers and distinct.
from z3 import *

X = [[Int("x_%d_%d" % (i, j)) for j in range(4)] for i in range(4)]
s = Solver()
s.add([And(1 <= X[i][j], X[i][j] <= 4) for i in range(4) for j in range(4)])
s.add([Distinct(X[i]) for i in range(4)])
s.add([Distinct([X[i][j] for i in range(4)]) for j in range(4)])
for a in (0, 2):
    for b in (0, 2):
        s.add(Distinct([X[a + i][b + j] for i in range(2) for j in range(2)]))
s.add(X[0][0] == 1, X[1][2] == 1, X[2][1] == 3, X[3][3] == 4)
print(s.to_smt2())
