; COMMAND-LINE: --incremental
; EXPECT: sat
; EXPECT: unsat
(declare-const p Bool)
(check-sat)
(assert (and p (not p)))
(check-sat)
