; Two machines, three jobs: for all durations in their ranges starts can be chosen, knowing the durations, so
; that a breakdown of length at most two of machine 1 at any time does not delay all beyond the deadline.
(set-logic LRA)
(set-info :status unsat)
(declare-const deadline Real)
(assert (<= deadline 9.5))
(assert (forall ((d1 Real) (d2 Real) (d3 Real))
  (=> (and (<= 2.0 d1 4.0) (<= 1.0 d2 3.0) (<= 2.0 d3 5.0))
    (exists ((s1 Real) (s2 Real) (s3 Real))
      (and (<= 0.0 s1) (<= 0.0 s2) (<= 0.0 s3)
        (or (<= (+ s1 d1) s2) (<= (+ s2 d2) s1))
        (<= (+ s2 d2) s3)
        (forall ((b Real) (at Real))
          (=> (and (<= 0.0 b 2.0) (<= 0.0 at 8.0))
            (let ((late (ite (<= at (+ s1 d1)) b 0.0)))
              (and (<= (+ s1 d1 late) deadline) (<= (+ s3 d3 late) deadline))))))))))
(check-sat)
; EXPECT: unsat
