; :smt.max_conflicts bounds the conflicts of a check.
(set-option :smt.max_conflicts 5)
(get-option :smt.max_conflicts)
(declare-fun p (Int Int) Bool)
(assert (or (p 0 0) (p 0 1) (p 0 2) (p 0 3)))
(assert (or (p 1 0) (p 1 1) (p 1 2) (p 1 3)))
(assert (or (p 2 0) (p 2 1) (p 2 2) (p 2 3)))
(assert (or (p 3 0) (p 3 1) (p 3 2) (p 3 3)))
(assert (or (p 4 0) (p 4 1) (p 4 2) (p 4 3)))
(assert ((_ at-most 1) (p 0 0) (p 1 0) (p 2 0) (p 3 0) (p 4 0)))
(assert ((_ at-most 1) (p 0 1) (p 1 1) (p 2 1) (p 3 1) (p 4 1)))
(assert ((_ at-most 1) (p 0 2) (p 1 2) (p 2 2) (p 3 2) (p 4 2)))
(assert ((_ at-most 1) (p 0 3) (p 1 3) (p 2 3) (p 3 3) (p 4 3)))
(check-sat)
(get-info :reason-unknown)
(set-option :smt.max_conflicts 4294967295)
(get-option :smt.max_conflicts)
(check-sat)
; EXPECT: 5
; EXPECT: unknown
; EXPECT: (:reason-unknown "max-conflicts-reached")
; EXPECT: 4294967295
; EXPECT: unsat
