; What has no table as its model ends in unknown when enough was instantiated in vain.
(declare-fun f (Int) Int)
(declare-const b Bool)
(assert b)
(assert (forall ((i Int)) (! (> (f i) i) :pattern ((f i)))))
(check-sat)
(get-info :reason-unknown)
(get-value (b))
; That is no burden for the next check.
(check-sat-assuming ((< (f 4) 5)))
; EXPECT: unknown
; EXPECT: (:reason-unknown "(incomplete quantifiers)")
; EXPECT: ((b true))
; EXPECT: unsat
