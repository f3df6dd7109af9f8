# expect: unsat
# Cardinalities: at least three of five, at most two of them.
from z3 import *

b = Bools("a b c d e")
s = Solver()
s.add(AtLeast(*b, 3), AtMost(*b, 2))
print(s.to_smt2())
