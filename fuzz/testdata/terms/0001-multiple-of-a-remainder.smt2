; A valid step was rejected: the checker's normal form of a multiple of a remainder that is smaller
; than the modulus.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=uflia plan=terms seed=17725801518871534272")
(declare-fun x () Int)
(assert (= (mod (* 2 (mod x 2)) 8) 0))
