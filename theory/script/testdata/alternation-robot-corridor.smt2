; A robot in a corridor of two cells: whatever push the wind gives, it has a thrust so that no drift
; in the next step drives it out. Free: the strength of its motors.
(set-logic LRA)
(set-info :status sat)
(declare-const motor Real)
(define-fun inside ((x Real) (y Real)) Bool
  (or (and (<= 0.0 x 4.0) (<= 0.0 y 1.0)) (and (<= 3.0 x 4.0) (<= 0.0 y 5.0))))
(assert (and (< 0.0 motor) (<= motor 2.0)))
(assert (forall ((x Real) (y Real) (w Real))
  (=> (and (inside x y) (<= (- 0.5) w 0.5))
      (exists ((u Real) (v Real))
        (and (<= (- motor) u motor) (<= (- motor) v motor)
             (forall ((d Real))
               (=> (<= (- 0.25) d 0.25) (inside (+ x u w (* 0.5 d)) (+ y v d)))))))))
(check-sat)
; EXPECT: sat
