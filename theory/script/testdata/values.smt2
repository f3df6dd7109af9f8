; Models, values, assignments, and cores by name.
(set-option :print-success true)
(set-option :produce-unsat-cores true)
(set-option :produce-assignments true)
(set-logic QF_AUFLIA)
(declare-fun f (Int Int) Int)
(declare-const x Int)
(declare-sort S 0)
(declare-const s S)
(declare-const m (Array Int Int))
(assert (! (= (f x 1) (! (+ x 3) :named sum)) :named first))
(assert (! (= x 5) :named second))
(assert (! (= (select m x) (- 7)) :named |a third|))
(check-sat)
(get-model)
(get-value ((f x 1) sum (select m 2) s m))
(get-assignment)
(push)
(assert (! (< (f x 1) 4) :named low))
(check-sat)
(get-unsat-core)
(get-unsat-assumptions)
(pop)
(check-sat-assuming ((= x 6) (not (= x 5)) first))
(get-unsat-assumptions)
(get-unsat-core)
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun f ((x!0 Int) (x!1 Int)) Int 8)
; EXPECT:   (define-fun x () Int 5)
; EXPECT:   (define-fun s () S (as @S_0 S))
; EXPECT:   (define-fun m () (Array Int Int) ((as const (Array Int Int)) (- 7)))
; EXPECT: )
; EXPECT: (((f x 1) 8)
; EXPECT:  (sum 8)
; EXPECT:  ((select m 2) (- 7))
; EXPECT:  (s (as @S_0 S))
; EXPECT:  (m ((as const (Array Int Int)) (- 7))))
; EXPECT: ((first true) (second true) (|a third| true))
; EXPECT: success
; EXPECT: success
; EXPECT: unsat
; EXPECT: (first second low)
; EXPECT: ()
; EXPECT: success
; EXPECT: unsat
; EXPECT: ((not (= x 5)))
; EXPECT: (second)
