; What a global declaration entails outlives scopes and assertions, as it does itself.
(set-option :global_decls true)
(push 2)
(define-fun-rec f ((x Int)) Int (+ x 1))
(define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool)) ((or (= n 0) (od (- n 1))) (and (> n 0) (ev (- n 1)))))
(pop 1)
(check-sat-assuming ((= (f 1) 5)))
(pop 1)
(check-sat-assuming ((= (f 1) 5)))
(check-sat-assuming ((ev 3)))
(push)
(define-fun-rec yes () Bool true)
(assert (not yes))
(check-sat)
(reset-assertions)
(push)
(check-sat-assuming ((= (f 1) 5)))
(check-sat-assuming ((ev 3)))
(check-sat-assuming ((not yes)))
(pop)
(check-sat-assuming ((not yes)))
(echo "definitions, constants, sorts, names")
(push)
(define-fun next ((x Int)) (Array Int Int) (lambda ((i Int)) (+ i x)))
(define-fun ones () (Array Int Int) (lambda ((i Int)) (ite (< i 0) 1 (f i))))
(define-const two Int 2)
(define-sort Table () (Array Int Int))
(declare-sort S 0)
(declare-const s S)
(declare-const c Table)
(declare-fun g (S) Int)
(assert (! (> (g s) 0) :named positive))
(pop)
(check-sat-assuming ((= ones c) (= (select c 3) 5)))
(check-sat-assuming ((= (next 1) c) (not (= (select c two) 3))))
(check-sat-assuming (positive (= (g s) 0)))
(reset-assertions)
(check-sat-assuming ((= ones c) (= (select c 3) 5)))
(check-sat-assuming ((= (next 1) c) (not (= (select c two) 3))))
(check-sat-assuming (positive (= (g s) 0)))
(echo "cores, proofs, interpolants")
(reset)
(set-option :global-declarations true)
(set-option :produce-unsat-cores true)
(set-option :produce-proofs true)
(push)
(define-fun-rec f ((x Int)) Int (+ x 1))
(pop)
(get-interpolant i (= (f 1) 2))
(declare-const a Int)
(assert (! (= a 1) :named one))
(assert (! (= (f a) 5) :named five))
(assert (! (> a 0) :named more))
(check-sat)
(get-unsat-core)
(echo "not global")
(reset)
(define-fun-rec f ((x Int)) Int (+ x 1))
(declare-fun h (Int) Int)
(reset-assertions)
(assert (= (h 1) 5))
(check-sat)
(define-fun h ((x Bool)) Bool x)
(define-fun-rec h ((x Int) (y Int)) Int x)
(reset-assertions)
(assert (= (f 1) 5))
(assert (= (h 1) 5))
(check-sat)
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: "definitions, constants, sorts, names"
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: "cores, proofs, interpolants"
; EXPECT: (define-fun i () Bool (= (f 1) 2))
; EXPECT: unsat
; EXPECT: (one five)
; EXPECT: "not global"
; EXPECT: sat
; EXPECT: (error "66:13: unknown symbol f")
; EXPECT: (error "67:13: unknown symbol h")
; EXPECT: unknown
