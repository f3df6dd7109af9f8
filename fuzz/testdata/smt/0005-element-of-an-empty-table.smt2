; A wrong model: a function that the search gave no values has the least element that there is,
; and the copy of the model for a session forgot which one. Found by smt 7000240948.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=forall plan=session seed=535748449377466504")
(declare-sort U 0)
(declare-fun w () U)
(declare-fun u () U)
(assert (= w u))
(declare-fun k (Int Bool) U)
(declare-fun v () U)
(define-fun $a1 () Bool (forall ((q Int)) (= (k q true) v)))
(check-sat-assuming ($a1))
