; Six values of the first player, six answers, and six objections: each answer must be the mean of two
; neighbours or lie above all objections, and one objection spoils that.
(set-logic LRA)
(set-info :status unsat)
(assert (forall ((x1 Real) (x2 Real) (x3 Real) (x4 Real) (x5 Real) (x6 Real))
  (exists ((y1 Real) (y2 Real) (y3 Real) (y4 Real) (y5 Real) (y6 Real))
    (and
      (or (= (* 2.0 y1) (+ x1 x2)) (< x1 y1)) (or (= (* 2.0 y2) (+ x2 x3)) (< x2 y2))
      (or (= (* 2.0 y3) (+ x3 x4)) (< x3 y3)) (or (= (* 2.0 y4) (+ x4 x5)) (< x4 y4))
      (or (= (* 2.0 y5) (+ x5 x6)) (< x5 y5)) (or (= (* 2.0 y6) (+ x6 x1)) (< x6 y6))
      (forall ((z1 Real) (z2 Real) (z3 Real) (z4 Real) (z5 Real) (z6 Real))
        (=> (and (<= z1 y1) (<= z2 y2) (<= z3 y3) (<= z4 y4) (<= z5 y5) (<= z6 y6))
            (< (+ z1 z2 z3 z4 z5 z6) (+ x1 x2 x3 x4 x5 x6))))))))
(check-sat)
; EXPECT: unsat
