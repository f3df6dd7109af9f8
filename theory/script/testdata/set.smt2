; Options of the command line hold from the start and after a reset.
; SET: :global-declarations true
; SET: :produce-unsat-cores true
; SET: :smt.mbqi false
(get-option :global-declarations)
(push)
(declare-const p Bool)
(pop)
(assert (! (not p) :named a))
(assert p)
(check-sat)
(get-unsat-core)
(reset)
(get-option :produce-unsat-cores)
(push)
(declare-const q Bool)
(pop)
(assert q)
; EXPECT: true
; EXPECT: unsat
; EXPECT: (a)
; EXPECT: true
