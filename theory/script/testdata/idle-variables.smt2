; Variables that do not occur in a quantifier's body.
(declare-const b Bool)
(check-sat-assuming ((forall ((q Bool)) b)))
(check-sat-assuming ((forall ((q Bool) (n Int)) b) (not b)))
(declare-sort U 0)
(declare-fun p (Int) Bool)
(push)
(assert (exists ((n Int)) (and (not (p n)) (forall ((b Bool) (u U) (n Int) (m Int)) (p m)))))
(check-sat)
(pop)
(set-option :smt.mbqi false)
(check-sat-assuming ((forall ((q Bool)) b)))
(assert (forall ((u U) (m Int)) (! (p m) :pattern ((p m)))))
(check-sat-assuming ((not (p 7))))
(check-sat-assuming ((p 7)))
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unknown
