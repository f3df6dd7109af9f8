; What was refused is not answered about. A refused assertion or definition takes sat
; away while it is in scope, but not unsat; a refused scope or redefinition takes both.
(declare-const x Int)
(push)
(assert (> x (frob 1)))
(check-sat)
(get-info :reason-unknown)
(get-value ((+ x 0)))
(assert (< x x))
(check-sat)
(get-info :reason-unknown)
(pop)
(echo "the scope is closed")
(check-sat)
(push)
(define-fun f ((y (_ FloatingPoint 8 24))) Bool true)
(check-sat)
(assert (f x))
(check-sat-assuming ((> x 1)))
(check-sat-assuming ((> x 1) (< x 1)))
(get-unsat-assumptions)
(check-sat-assuming ((> x 1) (f x)))
(get-unsat-assumptions)
(get-model)
(pop)
(check-sat)
(echo "redefinitions")
(push)
(define-fun x () Float64 0)
(check-sat)
(check-sat-assuming (false))
(get-unsat-assumptions)
(pop)
(check-sat-assuming (false))
(push)
(assert (! (frob) :named x))
(check-sat-assuming (false))
(pop)
(push)
(assert (! (frob) :named y))
(check-sat-assuming (false))
(pop)
(define-funs-rec ((g ((n Int)) Int) (h ((n Int)) Float16)) (n 1))
(check-sat-assuming (false))
(define-funs-rec ((g ((n Int)) Int) (x ((n Int)) Float16)) (n 1))
(check-sat-assuming (false))
(reset)
(declare-sort S)
(declare-const s S)
(declare-datatypes ((L 0)) (((n) (c (hd S) (tl L)))))
(check-sat-assuming ((distinct s s)))
(declare-datatypes ((S 0)) (((n))))
(check-sat-assuming ((distinct s s)))
(reset-assertions)
(check-sat)
(echo "scopes")
(push one)
(check-sat)
(push)
(pop)
(assert false)
(check-sat)
(get-unsat-core)
(reset-assertions)
(check-sat)
(pop 2)
(check-sat)
(reset)
(push)
(set-option :global-declarations true)
(check-sat)
(reset)
(set-option :global-declarations true)
(declare-const z Int)
(push)
(declare-const z (Array Float16))
(assert (frob))
(pop)
(check-sat)
(check-sat-assuming (false))
(reset)
(frobnicate)
(check-sat)
; EXPECT: (error "5:15: unknown symbol frob")
; EXPECT: unknown
; EXPECT: (:reason-unknown (incomplete refused-command))
; EXPECT: (((+ x 0) 0))
; EXPECT: unsat
; EXPECT: (error "11:1: the last check was not unknown")
; EXPECT: "the scope is closed"
; EXPECT: sat
; EXPECT: (error "16:19: unsupported: indexed sorts other than (_ BitVec N)")
; EXPECT: unknown
; EXPECT: (error "18:10: unknown symbol f")
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: ((> x 1) (< x 1))
; EXPECT: (error "22:31: unknown symbol f")
; EXPECT: (error "23:1: unsat core is not available: the last answer was not unsat, or something has changed since")
; EXPECT: (error "24:1: model is not available: no check-sat since the last change")
; EXPECT: sat
; EXPECT: "redefinitions"
; EXPECT: (error "29:18: unsupported sort: Float64")
; EXPECT: unknown
; EXPECT: unknown
; EXPECT: (error "32:1: unsat core is not available: the last answer was not unsat, or something has changed since")
; EXPECT: unsat
; EXPECT: (error "36:13: unknown symbol frob")
; EXPECT: unknown
; EXPECT: (error "40:13: unknown symbol frob")
; EXPECT: unsat
; EXPECT: (error "43:50: unsupported sort: Float16")
; EXPECT: unsat
; EXPECT: (error "45:50: unsupported sort: Float16")
; EXPECT: unknown
; EXPECT: (error "50:2: unsupported command declare-datatypes")
; EXPECT: unsat
; EXPECT: (error "52:2: unsupported command declare-datatypes")
; EXPECT: unknown
; EXPECT: sat
; EXPECT: "scopes"
; EXPECT: (error "57:7: a small number of scopes is expected")
; EXPECT: unknown
; EXPECT: unknown
; EXPECT: (error "63:1: unsat core construction is not enabled, use command (set-option :produce-unsat-cores true)")
; EXPECT: sat
; EXPECT: (error "66:1: pop of 2 scopes, but 0 are open")
; EXPECT: unknown
; EXPECT: (error "70:1: :global-declarations can't be changed after the first assertion or declaration")
; EXPECT: sat
; EXPECT: (error "76:25: unsupported sort: Float16")
; EXPECT: (error "77:10: unknown symbol frob")
; EXPECT: unknown
; EXPECT: unknown
; EXPECT: (error "82:2: unsupported command frobnicate")
; EXPECT: unknown
; DIAGNOSE: refused.smt2:5:15: refused, so the answer is unknown: unknown symbol frob
; DIAGNOSE: refused.smt2:16:19: refused, so the answer is unknown: unsupported: indexed sorts other than (_ BitVec N)
; DIAGNOSE: refused.smt2:16:19: refused, so the answer is unknown: unsupported: indexed sorts other than (_ BitVec N)
; DIAGNOSE: refused.smt2:29:18: refused, so the answer is unknown: unsupported sort: Float64
; DIAGNOSE: refused.smt2:29:18: refused, so the answer is unknown: unsupported sort: Float64
; DIAGNOSE: refused.smt2:36:13: refused, so the answer is unknown: unknown symbol frob
; DIAGNOSE: refused.smt2:43:50: refused, so the answer is unknown: unsupported sort: Float16
; DIAGNOSE: refused.smt2:50:2: refused, so the answer is unknown: unsupported command declare-datatypes
; DIAGNOSE: refused.smt2:57:7: refused, so the answer is unknown: a small number of scopes is expected
; DIAGNOSE: refused.smt2:57:7: refused, so the answer is unknown: a small number of scopes is expected
; DIAGNOSE: refused.smt2:66:1: refused, so the answer is unknown: pop of 2 scopes, but 0 are open
; DIAGNOSE: refused.smt2:76:25: refused, so the answer is unknown: unsupported sort: Float16
; DIAGNOSE: refused.smt2:76:25: refused, so the answer is unknown: unsupported sort: Float16
; DIAGNOSE: refused.smt2:82:2: refused, so the answer is unknown: unsupported command frobnicate
