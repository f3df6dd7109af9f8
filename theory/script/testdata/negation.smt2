; A definition applied to a negation makes no double negation, which proof logs cannot express.
(declare-const p Bool)
(declare-const q Bool)
(define-fun f ((x Bool)) Bool (and q (not x)))
(assert (f (not p)))
(check-sat)
(assert (not p))
(check-sat)
; EXPECT: sat
; EXPECT: unsat
