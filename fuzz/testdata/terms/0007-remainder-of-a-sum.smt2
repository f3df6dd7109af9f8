; Rejected though right: the range of a remainder, of which the constant was rounded when the divisor and
; the sum were divided by a common factor; ranges are found by elimination since. Found by terms 8100173682.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=lira plan=terms seed=8304097437289501191")
(declare-fun z () Int)
(assert (<= 0 (mod (+ (div z 5) (+ z (- 1))) 2)))
