; Tactics on quantifiers.
(declare-const a Real)
(declare-const b Real)
(declare-const i Int)
(declare-const p Bool)
(declare-fun f (Int) Int)
(push)
(assert (exists ((x Real)) (and (< a x) (< x b) (exists ((q Bool)) (= q p)))))
(assert (forall ((x Real)) (or (= x a) (exists ((y Real)) (and (< x y a) p)) (> x b))))
(apply qe)
(apply (then simplify qe2 smt))
(apply qe_rec)
(apply qsat)
(check-sat-using qe)
(check-sat-using (then simplify qe smt))
(check-sat-using qsat)
(pop)
(push)
(assert (exists ((x Int)) (and (= (* 2 x) i) (< x 7))))
(assert (exists ((x Int)) (forall ((y Int)) (<= x (* y i)))))
(apply qe)
(pop)
(push)
(assert (forall ((x Real) (y Real)) (=> (= x (+ a 1.0)) (> x b))))
(apply der)
(apply qe-light)
(apply distribute-forall)
(check-sat-using qe-light)
(apply nnf)
(apply (then simplify snf))
(apply macro-finder)
(apply elim-unused-vars)
(check-sat-using (then nnf snf smt))
(pop)
(push)
(assert (exists ((x Int) (y Real)) (and (< y a) (= (f x) x))))
(apply qe)
(apply (or-else qe skip))
(pop)
(assert (forall ((x Int)) (exists ((y Int)) (= 7 (mod (+ x (* 8191 y)) 4294967296)))))
(apply qe)
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (let (($l1 (not (<= 0.0 (+ a (* (- 1.0) b)))))) (or (and (not p) $l1) (and p $l1)))
; EXPECT:   p
; EXPECT:   (let (($l1 (+ a (* (- 1.0) b)))) (not (and (not (<= 0.0 $l1)) (<= $l1 0.0))))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   false
; EXPECT:   :precision precise :depth 3)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (let (($l1 (not (<= 0.0 (+ a (* (- 1.0) b)))))) (or (and (not p) $l1) (and p $l1)))
; EXPECT:   p
; EXPECT:   (let (($l1 (+ a (* (- 1.0) b)))) (not (and (not (<= 0.0 $l1)) (<= $l1 0.0))))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   false
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: (error "21:1: tactic failed: qe: (exists ((x Int)) ...) is not about linear arithmetic alone")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= (+ a (* (- 1.0) b)) (- 1.0)))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= (+ a (* (- 1.0) b)) (- 1.0)))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= (+ a (* (- 1.0) b)) (- 1.0)))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: sat
; EXPECT: (error "29:1: tactic failed: apply does not support nnf")
; EXPECT: (error "30:1: tactic failed: apply does not support snf")
; EXPECT: (error "31:1: tactic failed: apply does not support macro-finder")
; EXPECT: (error "32:1: invalid tactic, unknown tactic elim-unused-vars")
; EXPECT: sat
; EXPECT: (error "37:1: tactic failed: qe: (exists ((x Int) (y Real)) ...) is not about linear arithmetic alone")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (exists ((x Int) (y Real)) (and (not (<= a y)) (= (f x) x)))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (error "41:1: tactic failed: qe: (forall ((x Int)) ...) has too many cases")
