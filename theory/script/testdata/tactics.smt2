; Tactics: check-sat-using is check-sat, apply transforms the assertions.
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun f (Int) Int)
(assert (and (> x 3) (or p q)))
(assert (not (or p (= y 2))))
(assert (=> q (> (f x) 2)))
(assert (! (> x 1) :named foo))
(apply skip)
(apply simplify)
(apply (then simplify solve-eqs))
(apply (using-params simplify :som true) :print_dependencies true)
(apply foo)
(apply (try-for skip 100))
(apply fail)
(apply (foo skip))
(apply (then skip fail))
(apply (or-else fail skip))
(apply (repeat simplify))
(apply split-clause)
(check-sat-using smt)

(check-sat-using (then simplify smt) :print_model true)
(check-sat-using skip)
(get-info :reason-unknown)
(check-sat-using fail)

(check-sat-using (try-for smt 100))
(check-sat-using (or-else (try-for smt 100) default))
(check-sat-using foo)
(check-sat-using (then foo smt))
(check-sat-using (! smt :random_seed 3))
(check-sat-using (using-params smt :foo 3))
(check-sat-using qflia)
(check-sat-using (if is-qflia qflia smt))
(check-sat-using (when is-qflia smt))
(check-sat-using)
(push)
(assert false)
(apply skip)
(apply simplify)
(check-sat-using skip)
(check-sat-using (then simplify skip))
(get-unsat-core)
(pop)
(assert (> 2 1))
(apply skip)
(reset)
(apply skip)
(check-sat-using skip)
(declare-fun p () (_ BitVec 40))(declare-fun q () (_ BitVec 40))(assert (= (bvmul ((_ zero_extend 40) p) ((_ zero_extend 40) q)) (_ bv515462401337708487941533 80)))(assert (bvult #x0000000001 p))(assert (bvult #x0000000001 q))
(check-sat-using (then simplify (try-for smt 1)))
(get-info :reason-unknown)
(reset)(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f (+ x 1)) (f x)) :pattern ((f x)))))(assert (= (f 0) 0))(check-sat-using smt :rlimit 100)
(get-info :reason-unknown)
(check-sat-using (! () :random_seed 3))
(check-sat-using (then))
(get-model)
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (error "15:1: invalid tactic, unknown tactic foo")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (error "17:1: tactic failed: fail tactic")
; EXPECT: (error "18:1: invalid tactic, unknown tactic combinator foo")
; EXPECT: (error "19:1: tactic failed: fail tactic")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: sat
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun x () Int 1000003)
; EXPECT:   (define-fun y () Int 1010010)
; EXPECT:   (define-fun p () Bool false)
; EXPECT:   (define-fun q () Bool true)
; EXPECT:   (define-fun f ((x!0 Int)) Int 1020017)
; EXPECT: )
; EXPECT: sat
; EXPECT: (error "27:1: the last check was not unknown")
; EXPECT: sat
; EXPECT: sat
; EXPECT: sat
; EXPECT: (error "32:1: invalid tactic, unknown tactic foo")
; EXPECT: (error "33:1: invalid tactic, unknown tactic foo")
; EXPECT: sat
; EXPECT: sat
; EXPECT: sat
; EXPECT: sat
; EXPECT: sat
; EXPECT: (error "39:1: check-sat-using takes a tactic")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   false
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   false
; EXPECT:   :precision precise :depth 1)
; EXPECT: )
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: (error "46:1: unsat core construction is not enabled, use command (set-option :produce-unsat-cores true)")
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   (not (<= x 3))
; EXPECT:   (or p q)
; EXPECT:   (not p)
; EXPECT:   (not (= y 2))
; EXPECT:   (or (not q) (not (<= (f x) 2)))
; EXPECT:   (not (<= x 1))
; EXPECT:   (not (<= 2 1))
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: (goals
; EXPECT: (goal
; EXPECT:   :precision precise :depth 0)
; EXPECT: )
; EXPECT: sat
; EXPECT: unknown
; EXPECT: (:reason-unknown timeout)
; EXPECT: unknown
; EXPECT: (:reason-unknown "max. resource limit exceeded")
; EXPECT: (error "58:1: invalid tactic, symbol expected")
; EXPECT: (error "59:1: invalid then combinator, at least one argument expected")
; EXPECT: (error "60:1: model is not available: no check-sat since the last change")
