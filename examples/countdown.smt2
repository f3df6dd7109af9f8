; Horn clauses: a loop counts n down to 0, and s up. Is s what n was, whatever n was?
;
;     muster horn --model countdown.smt2      sat, with an invariant of the loop
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool) ; what n was, n, s
(assert (forall ((m Int)) (=> (>= m 0) (loop m m 0))))
(assert (forall ((m Int) (n Int) (s Int)) (=> (and (loop m n s) (> n 0)) (loop m (- n 1) (+ s 1)))))
(assert (forall ((m Int) (n Int) (s Int)) (=> (and (loop m n s) (<= n 0) (not (= s m))) false)))
(check-sat)
