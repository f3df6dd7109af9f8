; A wrong model: a function without values from the search defaults to the least element, and
; the copy of the model for a session had lost which one that is.
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
