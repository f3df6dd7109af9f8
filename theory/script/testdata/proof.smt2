(set-option :produce-proofs true)
(declare-const p Bool)
(declare-const q Bool)
(get-proof)
(assert (or p q))
(push)
(assert (not p))
(check-sat)
(pop)
(check-sat-assuming ((not p) (not q)))
(get-proof)
(set-option :produce-proofs false)
(reset)
(check-sat)
(get-proof)
; EXPECT: (error "4:1: proof is not available: the last answer was not unsat, or something has changed since")
; EXPECT: sat
; EXPECT: unsat
; EXPECT: (proof
; EXPECT: "muster-proof 1"
; EXPECT: "F 1 ""p"" 1"
; EXPECT: "T 3 app 1"
; EXPECT: "F 2 ""q"" 1"
; EXPECT: "T 4 app 2"
; EXPECT: "T 5 or 3 4"
; EXPECT: "a 1 5"
; EXPECT: "i 2 1 3 4 0"
; EXPECT: "T 6 not 3"
; EXPECT: "T 7 not 4"
; EXPECT: "q 6 7 0"
; EXPECT: "l 5 3 4 0 2 0"
; EXPECT: "u 5"
; EXPECT: )
; EXPECT: (error "12:1: :produce-proofs can't be changed after the first assertion or declaration")
; EXPECT: sat
; EXPECT: (error "15:1: proof construction is not enabled, use command (set-option :produce-proofs true)")
