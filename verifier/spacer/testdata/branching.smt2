; Found by fuzz target horn (seed 5550428, with 40,000 steps): spacer said that it gave up, since a formula was not true in a
; model. The model was a candidate of the solver, whose budget of integer branching was spent. There is no solution.
(set-logic HORN)
(declare-fun q0 (Int Int Int) Bool)
(assert (forall ((v0 Int)(v1 Int)(v2 Int)(v3 Int)(v4 Int)(v5 Int)) (=> (and (q0 v1 v3 v5) (q0 v0 v2 v4)) (q0 (+ v0 v1) (+ v2 v3) (+ v4 v5)))))
(assert (not (exists ((v0 Int)(v1 Int)(v2 Int)(v3 Int)(v4 Int)(v5 Int)) (and (ite (<= v0 (- 2)) (and (q0 v1 v3 v5) (q0 v0 v2 v4)) (and (and (q0 v1 v3 v5) (q0 v0 v2 v4)) true)) (not (q0 (+ v0 v1) (+ v2 v3) (+ v4 v5)))))))
(assert (forall ((v0 Int)(v1 Int)(v2 Int)) (=> (and (q0 v0 v1 v2)) (q0 v2 (+ (* 2 v2) (* (- 1) v0) (- 2)) (+ (* 2 v1) 3)))))
(assert (not (exists ((v0 Int)) (and (and (<= (+ (* 2 v0) (- 1)) (- 2)) (>= (+ v0 (- 2)) (- 3))) (not (q0 (- 3) 4 v0))))))
(assert (not (exists ((v0 Int)(v1 Int)(v2 Int)) (and (and (= (store ((as const (Array Int Int)) 0) (- 1) 3) (store ((as const (Array Int Int)) 0) (- 1) 3)) (q0 v0 v1 v2)) (not (q0 (+ v1 (- 4)) (+ (* 2 v2) (- 1)) (+ v1 1)))))))
(assert (forall ((v0 Int)(v1 Int)(v2 (Array Int Int))) (=> (and (= v2 (store ((as const (Array Int Int)) 0) 2 (- 4))) (q0 v0 v1 160)) false)))
(check-sat)
