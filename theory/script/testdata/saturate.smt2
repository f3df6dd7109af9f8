; Clients that write patterns want E-matching to its end, then unknown and a candidate.
(set-option :auto_config false)
(set-option :smt.MBQI false)
(get-option :smt.mbqi)
(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(declare-const y Int)
(declare-const p Bool)
(assert (forall ((x Int)) (! (>= (f x) x) :qid |a.b:1| :skolemid |0| :pattern ((f x)))))
(assert (> (f y) 10))
(check-sat)
(get-value ((and (>= (f y) y) (> (f y) 10))))
(push)
(assert (< (f y) y))
(check-sat)
(pop)
; A matching loop ends: the instances for 0 to 2 are made, then those up to 19.
(push)
(assert (forall ((x Int)) (! (> (g (+ x 1)) (g x)) :pattern ((g x)))))
(assert (= (g 0) 0))
(set-option :smt.qi.eager_threshold 1.5)
(get-option :smt.qi.eager_threshold)
(set-option :smt.qi.lazy_threshold 3)
(check-sat-assuming ((< (g 20) 20)))
(check-sat-assuming ((< (g 3) 3)))
(set-option :smt.qi.lazy_threshold 20)
(set-option :smt.qi.max_instances 7)
(check-sat)
(check-sat-assuming ((< (g 20) 20)))
(set-option :smt.qi.max_instances 4294967295)
(check-sat-assuming ((< (g 20) 20)))
(check-sat)
(get-value ((>= (g 20) 20)))
(check-sat-assuming ((< (g 50) 50)))
(set-option :smt.qi.eager_threshold 50)
(check-sat-assuming ((< (g 50) 50)))
(pop)
; Instances of weight 5 come up to cost 20: those for 0, 1, 2 and 3.
(push)
(assert (forall ((x Int)) (! (> (g (+ x 1)) (g x)) :weight 5 :pattern ((g x)))))
(assert (= (g 0) 0))
(set-option :smt.qi.eager_threshold 10)
(set-option :smt.qi.lazy_threshold 20)
(check-sat-assuming ((< (g 4) 4)))
(check-sat-assuming ((< (g 20) 20)))
(pop)
; g is not a pattern, h is.
(push)
(declare-fun h (Int) Int)
(assert (forall ((x Int)) (! (= (g x) (h x) 0) :no-pattern (g x))))
(check-sat-assuming ((= (g 7) 1)))
(check-sat-assuming ((= (h 7) 1)))
(pop)
; A variable that does not occur may stand for anything.
(push)
(declare-sort U 0)
(declare-fun q (Int) Bool)
(assert (=> p (forall ((b Bool)) p)))
(assert (exists ((b Bool) (u U) (n Int)) (and (not (q 1)) (forall ((b Bool) (u U) (n Int) (m Int)) (q m)))))
(check-sat)
(pop)
; What no assertion needs is not active.
(push)
(assert (or p (forall ((x Int)) (! (> (g x) 0) :pattern ((g x))))))
(assert (> (g 7) 0))
(check-sat)
(check-sat-assuming ((not p) (< (g 8) 0)))
(pop)
; Models can be checked again.
(reset-assertions)
(declare-fun g (Int) Int)
(assert (forall ((x Int)) (! (> (g x) 0) :pattern ((g x)))))
(check-sat)
(set-option :smt.mbqi true)
(check-sat)
(set-option :smt.mbqi false)
(check-sat)
(set-option :smt.mbqi maybe)
; EXPECT: false
; EXPECT: unknown
; EXPECT: (((and (>= (f y) y) (> (f y) 10)) true))
; EXPECT: unsat
; EXPECT: 1
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: (((>= (g 20) 20) true))
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: sat
; EXPECT: unknown
; EXPECT: (error "78:1: Expected values for parameter mbqi are 'true' or 'false'. It was given argument 'maybe'")
