; Bit-vectors whose proofs are checked: in scopes, under assumptions, after and before engines of
; formulas, and what has no proofs yet.
(set-option :produce-unsat-assumptions true)
(declare-const p Bool)
(declare-const q Bool)
(assert (or p q))
(check-sat-assuming ((not p) (not q)))
(push)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (=> q (= (bvmul x #x03) #x0f)))
(check-sat-assuming ((not p)))
(check-sat-assuming ((not p) (bvult x #x05)))
(get-unsat-assumptions)
(push)
(assert (not (= (bvmul x (bvadd y #x01)) (bvadd (bvmul y x) x))))
(check-sat)
(pop)
(assert (not (= (bvadd (bvmul (bvudiv x y) y) (bvurem x y)) x)))
(check-sat)
(pop)
(assert (and (not p) (not q)))
(check-sat)
(reset-assertions)
(declare-const z (_ BitVec 3))
(declare-fun f ((_ BitVec 3)) (_ BitVec 3))
(assert (distinct z #b000 #b001 #b010 #b011 #b100 #b101))
(push)
(assert (bvsgt z #b111))
(check-sat)
(pop)
(check-sat)
(push)
(assert (forall ((v (_ BitVec 3))) (= (f v) z)))
(check-sat)
(assert (exists ((v (_ BitVec 3))) (bvult (f v) z)))
(check-sat)
(pop)
(assert (bvult ((_ rotate_left 1) z) #b101))
(check-sat)
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: ((not p) (bvult x #x05))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
