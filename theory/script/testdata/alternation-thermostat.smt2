; Three rooms, one heater: is there a set point such that for all losses the heat can be distributed
; so that no visitor (who opens one door or another) brings a room below 18 degrees?
(set-logic LRA)
(set-info :status sat)
(declare-const total Real)
(assert (< total 20.0))
(assert (exists ((s Real))
  (and (<= 19.0 s 24.0)
    (forall ((l1 Real) (l2 Real) (l3 Real))
      (=> (and (<= 0.0 l1 3.0) (<= 0.0 l2 3.0) (<= 0.0 l3 3.0) (<= (+ l1 l2 l3) 6.0))
        (exists ((h1 Real) (h2 Real) (h3 Real))
          (and (<= 0.0 h1) (<= 0.0 h2) (<= 0.0 h3) (<= (+ h1 h2 h3) total)
            (forall ((o Real) (door Bool))
              (=> (<= 0.0 o 1.0)
                (and (<= 18.0 (+ s (- h1 l1) (ite door (- o) 0.0)) 30.0)
                     (<= 18.0 (+ s (- h2 l2) (ite door 0.0 (- (* 2.0 o)))) 30.0)
                     (<= 18.0 (+ s (- h3 l3)) 30.0)))))))))))
(check-sat)
; EXPECT: sat
