; The checker did not take (z + 12 (z div 2)) div 18 for (7 (z div 2)) div 9.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=uflia plan=terms seed=1")
(declare-fun z () Int)
(assert (= (div (div (* (- 2) (div z 2)) 3) 3) (div (* (- 2) (div z 2)) 9)))
