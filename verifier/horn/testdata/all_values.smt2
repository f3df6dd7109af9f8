; expected: sat. The inner formula is false, so p may be empty.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (not (p 0)))
(assert (=> (forall ((v Int)) (= 0 v)) (p 0)))
(check-sat)
