; UNCHECKED
; Arrays over bit-vectors, small and large, together with integers.
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const s (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const i Int)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 2))
(push)
(assert (= (bv2nat (select a x)) i))
(assert (> i 200))
(assert (bvult (select (store a #x01 #x05) x) #x10))
(check-sat)
(assert (not (= x #x01)))
(check-sat)
(pop)
(assert (= (bv2nat (select s y)) i))
(assert (> i 2))
(assert (= (store s y #b01) (store s #b11 #b01)))
(check-sat)
(assert (distinct y #b11))
(check-sat)
; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
