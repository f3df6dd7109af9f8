; What scripts write beside the standard.
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(declare-const x Int)
(declare-const u Real)
(declare-fun f (Int) Int)
(define-fun same ((a Bool) (b Bool)) Bool (iff a b))
(push)
(assert (iff p q r))
(assert (implies p (not r)))
(assert (or p))
(check-sat)
(pop)
(push)
(assert (= x (~ 3)))
(assert (= u 2.))
(assert (= (+ x) (* x) (if p x x) (div x)))
(assert (and (= x) (distinct u) (< x) (xor p) (not (xor q))))
(assert (same p (not q)))
(check-sat)
(get-value (x u p q (^ x 3) (^ u 10) (^ u (- 1)) (^ 0.5 2)))
(pop)
(echo "powers")
(push)
(assert (= (^ x 3) 27))
(check-sat)
(get-value (x))
(assert (not (= (^ (- x) 2) 9)))
(check-sat)
(pop)
(check-sat-assuming ((= (^ x 0) 5)))
(get-value (x))
(check-sat-assuming ((= (^ x 0) 5) (distinct x 0)))
(check-sat-assuming ((= (^ u (- 1)) 2.0)))
(get-value (u))
(check-sat-assuming ((= u 0) (distinct (^ u (- 3)) 0)))
(check-sat-assuming ((= (^ 2 100) 1267650600228229401496703205376)))
(echo "counting")
(check-sat-assuming (((_ at-most 1) p q r) ((_ at-least 2) p q r)))
(check-sat-assuming (((_ at-most 2) p q r) ((_ at-least 2) p q r) p r))
(get-value (p q r))
(check-sat-assuming (((_ pble 5 2 3 4) p q r) (and p r)))
(check-sat-assuming (((_ pbge 5 2 3 4) p q r) (not r)))
(get-value (p q r))
(check-sat-assuming (((_ pbeq 1 2 -1 4) p q r)))
(get-value (p q r))
(check-sat-assuming (((_ pbeq 8 2 3 4) p q r)))
(check-sat-assuming ((not ((_ at-least 0) p))))
(check-sat-assuming (((_ divisible 6) x) (not ((_ divisible 3) x))))
(check-sat-assuming (((_ divisible 6) x) ((_ divisible 10) x) (< 0 x 60)))
(get-value (x))
(echo "patterns")
(push)
(assert (forall ((i Int)) (! (> (f i) i) :pattern () :pattern ((f i)))))
(check-sat-assuming ((< (f 3) 4)))
(pop)
(echo "ill-formed")
(push)
(assert (let ((a 1) (a 2)) (= a 1)))
(assert (! p :named))
(check-sat)
(pop)
(check-sat-assuming (false))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((x (- 3))
; EXPECT:  (u 2.0)
; EXPECT:  (p true)
; EXPECT:  (q false)
; EXPECT:  ((^ x 3) (- 27))
; EXPECT:  ((^ u 10) 1024.0)
; EXPECT:  ((^ u (- 1)) (/ 1.0 2.0))
; EXPECT:  ((^ 0.5 2) (/ 1.0 4.0)))
; EXPECT: "powers"
; EXPECT: sat
; EXPECT: ((x 3))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((x 0))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((u (/ 1.0 2.0)))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: "counting"
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((p true)
; EXPECT:  (q false)
; EXPECT:  (r true))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((p true)
; EXPECT:  (q true)
; EXPECT:  (r false))
; EXPECT: sat
; EXPECT: ((p true)
; EXPECT:  (q true)
; EXPECT:  (r false))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((x 30))
; EXPECT: "patterns"
; EXPECT: unsat
; EXPECT: "ill-formed"
; EXPECT: (error "60:21: a is bound twice")
; EXPECT: (error "61:20: a symbol is expected")
; EXPECT: unknown
; EXPECT: unsat
