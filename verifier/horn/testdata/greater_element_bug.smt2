; expected: unsat. Each element is at least itself.
(set-logic HORN)
(declare-fun p ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (and (> n 2) (forall ((i Int)) (=> (and (<= 0 i) (< i n))
  (exists ((j Int)) (and (<= 0 j) (< j n) (>= (select a j) (select a i))))))) (p a n))))
(assert (forall ((a (Array Int Int)) (n Int)) (=> (and (p a n) (= n 3)) false)))
(check-sat)
