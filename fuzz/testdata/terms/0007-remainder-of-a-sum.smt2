; A valid step was rejected: in the range of a remainder, the constant was rounded when the divisor and
; the sum were divided by a common factor; now elimination finds ranges.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=lira plan=terms seed=8304097437289501191")
(declare-fun z () Int)
(assert (<= 0 (mod (+ (div z 5) (+ z (- 1))) 2)))
