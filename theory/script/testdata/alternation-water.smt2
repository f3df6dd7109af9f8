; Two tanks with a valve between them: for all inflows a valve position keeps both levels in range, whichever
; of two pumps fails, and the sum of the levels changes by no more than the inflow.
(set-logic LRA)
(set-info :status sat)
(declare-const cap Real)
(declare-const pump Real)
(assert (and (<= 0.0 pump 3.0) (<= 4.0 cap 6.0)))
(assert (forall ((a Real) (b Real) (in Real))
  (=> (and (<= 1.0 a cap) (<= 1.0 b cap) (<= 0.0 in 1.0))
    (exists ((v Real) (out Real))
      (and (<= (- 3.0) v 3.0) (<= 0.0 out 3.0)
        (forall ((first Bool) (loss Real))
          (=> (<= 0.0 loss (* 0.25 pump))
            (let ((na (+ a in (- v) (ite first (- loss) 0.0))) (nb (+ b v (- out) (ite first 0.0 (- loss)))))
              (and (<= 0.0 na (+ cap 1.0)) (<= 0.0 nb (+ cap 1.0)) (<= (+ na nb) (+ a b in)))))))))))
(check-sat)
; EXPECT: sat
