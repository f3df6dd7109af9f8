; Rejected though right: the checker's normal form of a multiple of a remainder that is too small
; for the modulus. Found by terms 3000041633.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=uflia plan=terms seed=17725801518871534272")
(declare-fun x () Int)
(assert (= (mod (* 2 (mod x 2)) 8) 0))
