; Z3's older layout of models, which Boogie and Dafny ask for and read.
(set-option :MODEL.V2 true)
(check-sat)
(get-model)
(declare-sort |a sort| 0)
(declare-fun x () Int)
(declare-fun |T@U![1]| () |a sort|)
(declare-fun u () |a sort|)
(declare-fun f (Int |a sort|) |a sort|)
(declare-fun g (Int) Int)
(assert (not (= u |T@U![1]|)))
(assert (= (f 3 u) u))
(assert (= (f x |T@U![1]|) |T@U![1]|))
(assert (= (f 4 |T@U![1]|) |T@U![1]|))
(assert (= (g (- 2)) (- 3) (g 8)))
(assert (= x 5))
(check-sat)
(get-model)
(get-value (u (f 0 u) x))
(eval (g (- 2)) :completion true)
(eval u :model_evaluator.completion false)
(eval u :colour red)
(eval u :completion)
(set-option :model.v2 false)
(get-model)
(eval u)
(simplify (+ x 1 x (* 2 3)))
(simplify (let ((z (g (+ x 1)))) (ite (= z 1) z (* z 2))) :som true)
(simplify (and (> 2 1) (or (< x 3) (not (< x 3)))))
; EXPECT: sat
; EXPECT: ""
; EXPECT: sat
; EXPECT: "x -> 5
; EXPECT: T@U![1] -> |a sort!val!10|
; EXPECT: u -> |a sort!val!7|
; EXPECT: f -> {
; EXPECT:   3 |a sort!val!7| -> |a sort!val!7|
; EXPECT:   else -> |a sort!val!10|
; EXPECT: }
; EXPECT: g -> {
; EXPECT:   (- 3)
; EXPECT: }"
; EXPECT: ((u |a sort!val!7|)
; EXPECT:  ((f 0 u) |a sort!val!10|)
; EXPECT:  (x 5))
; EXPECT: (- 3)
; EXPECT: |a sort!val!7|
; EXPECT: (error "22:1: unknown parameter 'colour'")
; EXPECT: (error "23:9: :completion needs a value")
; EXPECT: (
; EXPECT:   (define-fun x () Int 5)
; EXPECT:   (define-fun |T@U![1]| () |a sort| (as |@a sort_10| |a sort|))
; EXPECT:   (define-fun u () |a sort| (as |@a sort_7| |a sort|))
; EXPECT:   (define-fun f ((x!0 Int) (x!1 |a sort|)) |a sort| (ite (and (= x!0 3) (= x!1 (as |@a sort_7| |a sort|))) (as |@a sort_7| |a sort|) (as |@a sort_10| |a sort|)))
; EXPECT:   (define-fun g ((x!0 Int)) Int (- 3))
; EXPECT: )
; EXPECT: (as |@a sort_7| |a sort|)
; EXPECT: (+ (* 2 x) 7)
; EXPECT: (let (($l1 (g (+ x 1)))) (ite (= $l1 1) $l1 (* 2 $l1)))
; EXPECT: true
