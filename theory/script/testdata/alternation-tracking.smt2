; Two steps of x' = 2x + u + w: a controller that sees x and the first disturbance keeps |x| <= 1 if disturbances
; are at most a third of its input.
(set-logic LRA)
(set-info :status unsat)
(declare-const w Real)
(assert (< 1.0 (* 3.0 w)))
(define-fun small ((x Real) (b Real)) Bool (and (<= (- b) x) (<= x b)))
(assert (forall ((x Real))
  (=> (small x 1.0)
    (exists ((u1 Real))
      (and (small u1 1.25)
        (forall ((w1 Real))
          (=> (small w1 w)
            (exists ((u2 Real))
              (and (small (+ (* 2.0 x) u1 w1) 1.0) (small u2 1.25)
                (forall ((w2 Real))
                  (=> (small w2 w) (small (+ (* 4.0 x) (* 2.0 u1) (* 2.0 w1) u2 w2) 1.0))))))))))))
(check-sat)
; EXPECT: unsat
