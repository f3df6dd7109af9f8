; A wrong model: the one in which quantifiers had been checked was returned although the search had
; gone on, for an assumption that waited, to one without them. Found by smt 7000583145.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=forallreal plan=seed seed=5968971734598626479")
(declare-fun y () Int)
(declare-fun c () Bool)
(declare-sort U 0)
(declare-fun w () U)
(declare-fun q (U U) Bool)
(assert (ite (<= 0 y) (forall ((q!1 U)) (not c)) (q w w)))
(check-sat-assuming (c))
