; The same with a gap of half a unit at the corner: the drift is too wide for it.
(set-logic LRA)
(set-info :status unsat)
(declare-const motor Real)
(define-fun inside ((x Real) (y Real)) Bool
  (or (and (<= 0.0 x 4.0) (<= 0.0 y 1.0)) (and (<= 3.5 x 4.0) (<= 1.5 y 5.0))))
(assert (and (< 0.0 motor) (<= motor 2.0)))
(assert (forall ((x Real) (y Real) (w Real))
  (=> (and (inside x y) (<= (- 0.5) w 0.5))
      (exists ((u Real) (v Real))
        (and (<= (- motor) u motor) (<= (- motor) v motor)
             (forall ((d Real))
               (=> (<= (- 0.625) d 0.625) (inside (+ x u w (* 0.5 d)) (+ y v d)))))))))
(check-sat)
; EXPECT: unsat
