; What Z3, Bitwuzla, MathSAT and Yices read, too: assumptions of check-sat, parity, a choice by a bit, partial models, powers with any
; exponent, and division of bit-vectors by zero that may be anything.
(set-option :produce-interpolants 2)
(declare-const a Bool)
(declare-const r Real)
(declare-const n Int)
(declare-const x (_ BitVec 5))
(declare-const c (_ BitVec 1))
(check-sat a (not a))
(check-sat a)
(push 1)
(assert (not (= (bvredxor x) (bvxor ((_ extract 0 0) x) ((_ extract 1 1) x) ((_ extract 2 2) x) ((_ extract 3 3) x) ((_ extract 4 4) x)))))
(check-sat)
(pop 1)
(push 1)
(assert (= (bvite c x #b00001) #b00010))
(assert (= c #b0))
(check-sat)
(pop 1)
(assert (=> a (> r 2.5)))
(check-sat-assuming-model (a r) (true 2))
(check-sat-assuming-model (a r) (true 3))
(push 1)
(assert (= n 3))
(assert (not (= (^ 2 n) (^ 2 3))))
(check-sat)
(assert (not (= (^ r n) (^ r (- 4 1 n (- n))))))
(check-sat)
(pop 1)
(push 1)
(set-option :rewriter.hi_div0 false)
(assert (distinct (bvudiv x #b00000) #b11111))
(check-sat)
(get-info :reason-unknown)
(set-option :rewriter.hi_div0 true)
(check-sat)
(pop 1)
(reset)
(declare-const x (_ BitVec 4))
(assert (bvite x x x))
(check-sat-assuming-model (x) (1))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: (:reason-unknown incomplete)
; EXPECT: unsat
; EXPECT: (error "40:9: bvite takes a bit and two bit-vectors of one width")
; EXPECT: (error "41:32: x has sort (_ BitVec 4), and its value Int")
