; expected: unsat. Residue 1 occurs.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((x Int) (y Int))
  (=> (and (= x 0) (forall ((v Int)) (exists ((w Int)) (and (> w v) (= (mod w 2) (mod y 3)))))) (p x y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 5)) (p (+ x 1) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (mod y 3) 1)) false)))
(check-sat)
