; UNCHECKED: proofs do without preprocessing.
; Overflow of bit-vectors, asked about as integers: answers need the carry on both sides.
(push)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (not (= (bv2nat (bvadd x y)) (mod (+ (bv2nat x) (bv2nat y)) 256))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (not (= (bv2nat (bvadd x y)) (mod (+ (bv2nat x) (bv2nat y)) 18446744073709551616))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (not (= (bvult (bvadd x y) x) (>= (+ (bv2nat x) (bv2nat y)) 256))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (not (= (bvult (bvadd x y) x) (>= (+ (bv2nat x) (bv2nat y)) 18446744073709551616))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(declare-const z (_ BitVec 8))(assert (< (+ (bv2nat x) (bv2nat y) (bv2nat z)) 256))(assert (bvult (bvadd x (bvadd y z)) x))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(declare-const z (_ BitVec 64))(assert (< (+ (bv2nat x) (bv2nat y) (bv2nat z)) 18446744073709551616))(assert (bvult (bvadd x (bvadd y z)) x))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 8))(assert (< (* 5 (bv2nat x)) 256))(assert (not (= (bv2nat (bvmul x (_ bv5 8))) (* 5 (bv2nat x)))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 64))(assert (< (* 5 (bv2nat x)) 18446744073709551616))(assert (not (= (bv2nat (bvmul x (_ bv5 64))) (* 5 (bv2nat x)))))
(check-sat)
(pop)
(push)
(declare-const i (_ BitVec 8))(declare-const n (_ BitVec 8))(declare-const a Int)(assert (bvult i n))(assert (< (+ a (* 4 (bv2nat n))) 256))(assert (>= a 0))(assert (>= (+ a (* 4 (bv2nat i)) 4) 256))
(check-sat)
(pop)
(push)
(declare-const i (_ BitVec 64))(declare-const n (_ BitVec 64))(declare-const a Int)(assert (bvult i n))(assert (< (+ a (* 4 (bv2nat n))) 18446744073709551616))(assert (>= a 0))(assert (>= (+ a (* 4 (bv2nat i)) 4) 18446744073709551616))
(check-sat)
(pop)
(push)
(declare-const a Int)(declare-const c Int)(assert (and (<= 0 a) (<= 0 c) (< (+ a c) 256)))(assert (not (= (bv2nat (bvadd ((_ int2bv 8) a) ((_ int2bv 8) c))) (+ a c))))
(check-sat)
(pop)
(push)
(declare-const a Int)(declare-const c Int)(assert (and (<= 0 a) (<= 0 c) (< (+ a c) 18446744073709551616)))(assert (not (= (bv2nat (bvadd ((_ int2bv 64) a) ((_ int2bv 64) c))) (+ a c))))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(define-fun sv ((v (_ BitVec 8))) Int (ite (bvslt v (_ bv0 8)) (- (bv2nat v) 256) (bv2nat v)))(assert (not (= (sv (bvadd x y)) (+ (sv x) (sv y)))))(assert (< (+ (sv x) (sv y)) 128))(assert (>= (+ (sv x) (sv y)) (- 128)))
(check-sat)
(pop)
(push)
(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(define-fun sv ((v (_ BitVec 64))) Int (ite (bvslt v (_ bv0 64)) (- (bv2nat v) 18446744073709551616) (bv2nat v)))(assert (not (= (sv (bvadd x y)) (+ (sv x) (sv y)))))(assert (< (+ (sv x) (sv y)) 9223372036854775808))(assert (>= (+ (sv x) (sv y)) (- 9223372036854775808)))
(check-sat)
(pop)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (+ (bv2nat x) (bv2nat y)) 4294967300))
(assert (bvslt (bvadd x (bvshl y #x00000002)) ((_ sign_extend 16) ((_ extract 15 0) x))))
(check-sat)
(assert (bvult y #x00000004))
(check-sat)
(assert (= (bvand x #x00000001) #x00000001))
(check-sat)
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
