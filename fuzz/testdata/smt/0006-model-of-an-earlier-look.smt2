; A wrong model: after the quantifiers were checked in one model, the search continued for a
; pending assumption and found another model, but the first one was returned.
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
