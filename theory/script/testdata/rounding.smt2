; The sort of rounding modes is known, but not that it has five elements.
(declare-sort U 0)
(declare-const p Bool)
(push)
(declare-fun in (RoundingMode) U)
(declare-fun out (U) RoundingMode)
(assert (forall ((a RoundingMode)) (! (= (out (in a)) a) :pattern ((in a)))))
(declare-const r RoundingMode)
(assert (not (= (out (in r)) r)))
(check-sat)
(pop)
(assert p)
(check-sat)
(get-info :reason-unknown)
(get-value (p))
(reset)
(check-sat)
(declare-const r FloatingPoint)
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: (:reason-unknown incomplete)
; EXPECT: ((p true))
; EXPECT: sat
; EXPECT: (error "18:18: unsupported sort: FloatingPoint")
