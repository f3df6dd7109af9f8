; expected: sat. Between any v below x and y/2 there is a number, so x <= y/2.
(set-logic HORN)
(declare-fun p (Real Real) Bool)
(assert (forall ((x Real) (y Real))
  (=> (forall ((v Real)) (=> (< v x) (exists ((w Real)) (and (< v w) (< (+ w w) y))))) (p x y))))
(assert (forall ((x Real) (y Real)) (=> (and (p x y) (> (* 2 x) y)) false)))
(check-sat)
