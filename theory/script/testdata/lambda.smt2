; Arrays given by a term for each index.
(declare-fun f (Int) Int)
(declare-fun g (Int Int) Int)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const s (Array Int Bool))
(declare-const t (Array Int Bool))
(declare-const u (Array Int Bool))
(declare-const i Int)
(declare-const j Int)
(define-fun big () (Array Int Bool) (lambda ((k Int)) (> k 5)))
(define-fun union ((x (Array Int Bool)) (y (Array Int Bool))) (Array Int Bool) ((_ map or) x y))
(define-fun subset ((x (Array Int Bool)) (y (Array Int Bool))) Bool (= ((_ map =>) x y) ((as const (Array Int Bool)) true)))
(echo "elements")
(check-sat-assuming ((select big 5)))
(check-sat-assuming ((select big i) (< i 7)))
(get-value (i (select big i) (select big 2)))
(check-sat-assuming ((distinct (select (_ as-array f) i) (f i))))
(check-sat-assuming ((distinct (select ((_ map g) a b) i) (g (select a i) (select b i)))))
(check-sat-assuming ((select (store big 3 true) 3)))
(echo "equalities")
(check-sat-assuming ((= a (lambda ((k Int)) (+ k 1))) (distinct (select a 3) 4)))
(check-sat-assuming ((= a (lambda ((k Int)) (+ k 1))) (= a (lambda ((n Int)) (+ n 1))) (= (select a i) 7) (distinct i 6)))
(check-sat-assuming ((= (lambda ((k Int)) (f k)) (lambda ((k Int)) (g k k))) (distinct (f 3) (g 3 3))))
(check-sat-assuming ((distinct (lambda ((k Int)) (select a k)) a)))
(check-sat-assuming ((distinct (lambda ((k Int)) (+ i j)) ((as const (Array Int Int)) (+ j i)))))
(check-sat-assuming ((= (_ as-array f) a) (distinct (f 3) (select a 3))))
(check-sat-assuming ((= (lambda ((k Int)) (ite (= k 3) i j)) a) (= i 7) (= j 8)))
(get-value ((select a 3) (select a 4)))
(check-sat-assuming ((= (lambda ((k Int)) (ite (= k i) 1 0)) a) (distinct (select a j) 0) (distinct i j)))
(echo "sets")
(check-sat-assuming ((= u (union s t)) (select s i) (not (select u i))))
(check-sat-assuming ((= u (union s t)) (select u i) (not (select s i))))
(get-value ((select u i) (select s i) (select t i)))
(check-sat-assuming ((subset s t) (subset t u) (select s i) (not (select u i))))
(check-sat-assuming ((subset s t) (subset t s) (distinct s t)))
(check-sat-assuming ((= t ((_ map not) s)) (= u ((_ map (and (Bool Bool) Bool)) s t)) (select u i)))
(check-sat-assuming ((= t ((_ map not) s)) (= u ((_ map (and (Bool Bool) Bool)) s t))))
(check-sat-assuming ((= b ((_ map (+ (Int Int) Int)) a a)) (= (select b i) 7)))
(check-sat-assuming ((= b ((_ map f) a)) (= (select a i) (select a j)) (< (select b i) (select b j))))
(echo "variables")
(push)
(assert (forall ((n Int)) (! (= (select (lambda ((k Int)) (+ k n)) 1) (f n)) :pattern ((f n)))))
(check-sat-assuming ((distinct (f 3) 4)))
(pop)
(push)
(declare-fun h (Int) (Array Int Int))
(assert (forall ((n Int)) (! (= (h n) (lambda ((k Int)) (+ k n))) :pattern ((h n)))))
(check-sat-assuming ((distinct (select (h 3) 4) 7)))
(pop)
(assert (! (= a (lambda ((k Int)) (g k 0))) :named def))
(check-sat-assuming ((distinct (select a 2) (g 2 0))))
(echo "refused")
(get-value ((lambda ((k Int)) (+ k 1))))
(push)
(assert (= a (lambda ((k Int) (n Int)) k)))
(assert (= a (_ as-array g)))
(assert (= a (_ as-array h)))
(assert (= a ((_ map f) i)))
(assert (= a ((_ map (g (Int) Int)) a)))
(pop)
; EXPECT: "elements"
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((i 6)
; EXPECT:  ((select big i) true)
; EXPECT:  ((select big 2) false))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: "equalities"
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: (((select a 3) 7)
; EXPECT:  ((select a 4) 8))
; EXPECT: unsat
; EXPECT: "sets"
; EXPECT: unsat
; EXPECT: sat
; EXPECT: (((select u i) true)
; EXPECT:  ((select s i) false)
; EXPECT:  ((select t i) true))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: "variables"
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: "refused"
; EXPECT: (error "54:1: unsupported: lambda, map or as-array outside assertions, unless an element is read")
; EXPECT: (error "56:14: unsupported: lambda with 2 variables")
; EXPECT: (error "57:26: unsupported: as-array of a function of 2 arguments")
; EXPECT: (error "58:26: h is not a function")
; EXPECT: (error "59:25: argument 1 of (_ map f) has sort Int, which is not an array sort")
; EXPECT: (error "60:14: no g takes (Int)")
