; UNCHECKED
; Bit-vectors, with arrays and functions over them, in scopes; then an integer comes in.
(set-option :produce-unsat-assumptions true)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const p Bool)
(assert (= (bvmul x #x03) #x0f))
(check-sat)
(get-value (x (bvudiv x #x00) (bvsdiv #x80 #xff) (concat x #b1)))
(push)
(assert (= (select (store a x #x07) #x05) (f y)))
(assert (=> p (= y #x0c)))
(assert (not (= (f #x0c) #x07)))
(check-sat-assuming (p))
(get-unsat-assumptions)
(check-sat)
(pop)
(push)
(assert (forall ((z (_ BitVec 8))) (bvule z x)))
(check-sat)
(get-info :reason-unknown)
(pop)
(assert (= (bv2nat y) 3))
(check-sat)
(get-value (y))
; EXPECT: sat
; EXPECT: ((x #x05)
; EXPECT:  ((bvudiv x #x00) #xff)
; EXPECT:  ((bvsdiv #x80 #xff) #x80)
; EXPECT:  ((concat x #b1) #b000001011))
; EXPECT: unsat
; EXPECT: (p)
; EXPECT: sat
; EXPECT: unsat
; EXPECT: (error "23:1: the last check was not unknown")
; EXPECT: sat
; EXPECT: ((y #x03))
