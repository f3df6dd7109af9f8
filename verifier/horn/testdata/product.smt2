; expected: sat. Only one is a factor that makes no number smaller.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (and (> x 0) (forall ((v Int)) (>= (* v x) v))) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (> x 1)) false)))
(check-sat)
