; Weights and bounds at the ends of 64 bits.
(declare-const p Bool)
(push)
(assert ((_ pbge 9223372036854775807 -9223372036854775808) p))
(check-sat)
(pop)
(push)
(assert ((_ pbge -9223372036854775808 -9223372036854775808) p))
(assert p)
(check-sat)
(pop)
(assert ((_ pble 9223372036854775806 9223372036854775807) p))
(assert p)
(check-sat)
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
