; expected: unsat. The last index of the interval is one too far.
(set-logic HORN)
(declare-fun call (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (call 0 n n))))
(assert (forall ((l Int) (h Int) (n Int) (m Int)) (=> (and (call l h n) (<= l h) (= m (div (+ l h) 2))) (call l (- m 1) n))))
(assert (forall ((l Int) (h Int) (n Int) (m Int)) (=> (and (call l h n) (<= l h) (= m (div (+ l h) 2))) (call (+ m 1) h n))))
(assert (forall ((l Int) (h Int) (n Int) (m Int)) (=> (and (call l h n) (<= l h) (= m (div (+ l h) 2))) (and (<= 0 m) (< m n)))))
(check-sat)
