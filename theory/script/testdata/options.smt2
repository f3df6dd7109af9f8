(set-option :print-success true)
(set-option :produce-unsat-cores true)
(set-option :print-cores-full true)
(set-option :timeout 500)
(get-option :timeout)
(set-option :minimal-unsat-cores true)
(declare-const p Bool)
(set-option :global-declarations true)
(push)
(declare-const q Bool)
(assert (and p q))
(assert (! (not p) :named a))
(check-sat)
(get-unsat-core)
(pop)
(assert q)
(assert (match p ((x x))))
(declare-datatypes ((L 0)) (((nil))))
(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (+ 1 (f (- x 1)))))
(assert (= (f 3) 3))
(check-sat)
(reset-assertions)
(define-funs-rec ((e ((x Int)) Bool) (o ((x Int)) Bool)) ((ite (= x 0) true (o (- x 1))) (ite (= x 0) false (e (- x 1)))))
(assert (e 3))
(check-sat)
(get-value ((e 2)))
(get-info :reason-unknown)
(get-model)
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: 500
; EXPECT: success
; EXPECT: success
; EXPECT: (error "8:1: :global-declarations can't be changed after the first assertion or declaration")
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: unsat
; EXPECT: ((and p q) (! (not p) :named a))
; EXPECT: success
; EXPECT: (error "16:9: unknown symbol q")
; EXPECT: (error "17:9: unsupported: (match p ((x x)))")
; EXPECT: (error "18:2: unsupported command declare-datatypes")
; EXPECT: success
; EXPECT: success
; EXPECT: unknown
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: unsat
; EXPECT: (error "26:1: model is not available: the last answer was unsat")
; EXPECT: (error "27:1: the last check was not unknown")
; EXPECT: (error "28:1: model is not available: the last answer was unsat")
