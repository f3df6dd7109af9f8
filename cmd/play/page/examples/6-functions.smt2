; Functions, arrays and bit-vectors in one model. Verdict: sat

(declare-fun f (Int) Int)
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const b (_ BitVec 8))

(assert (= (f 0) 1))
(assert (= (f (f 0)) 5))
(assert (= (select a i) (f i)))
(assert (= (select a (+ i 1)) 7))
(assert (> i 2))
(assert (= (bvmul b b) #x31))
(check-sat)
(get-model)
