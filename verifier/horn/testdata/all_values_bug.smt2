; expected: unsat. The inner formula is true.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (not (p 0)))
(assert (=> (forall ((v Int)) (or (< v 2) (< 1 v))) (p 0)))
(check-sat)
