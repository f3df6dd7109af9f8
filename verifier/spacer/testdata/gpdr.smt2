; Appendix A of the paper: GPDR diverges on it, by facts about L that are true of ever more values.
(set-logic HORN)
(declare-fun L (Int Int Int Int) Bool)
(declare-fun G (Int Int) Bool)
(assert (forall ((n Int)) (L 0 0 0 n)))
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (L x y i n) (> (+ i 1) 0)) (L (+ x 1) (+ y 1) (+ i 1) n))))
(assert (forall ((x Int)) (G x (+ x 1))))
(assert (forall ((x Int) (y0 Int) (y Int) (n Int)) (=> (and (L x y0 n n) (G x y) (> n 0)) (<= y0 y))))
(check-sat)
