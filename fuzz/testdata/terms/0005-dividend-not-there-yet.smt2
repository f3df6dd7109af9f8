; A valid step was rejected: the remainder of a remainder had lost a common factor of the division,
; so the checker did not know its range.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=biglira plan=terms seed=7647231250536072648")
(declare-fun t () Real)
(declare-fun y () Int)
(assert (<= (div (mod (mod (to_int t) 5) 2) 3) 0))
(assert (= (mod (mod y 2147483648) 3) 2147483648))
(assert (distinct y (mod (mod y 3) 2) (- 2)))
