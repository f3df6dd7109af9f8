; expected: unsat. The square of a number is not less than it, times x neither.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (and (> x 0) (forall ((v Int)) (>= (* v v x) v))) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (> x 1)) false)))
(check-sat)
