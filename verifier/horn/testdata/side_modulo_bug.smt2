; expected: unsat. Two programs side by side add what they are called with: one from the bottom, modulo 65536 after each step, the other from the top, with
; what it has so far. What they find is compared where the other one begins with 1.
(set-logic HORN)
(declare-fun both ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((n (_ BitVec 32)) (m (_ BitVec 32)) (a (_ BitVec 32)))
  (=> (and (= n m) (bvsle n #x00000000)) (both n #x00000000 m a a))))
(assert (forall ((n (_ BitVec 32)) (r (_ BitVec 32)) (m (_ BitVec 32)) (a (_ BitVec 32)) (s (_ BitVec 32)))
  (=> (and (both (bvsub n #x00000001) r (bvsub m #x00000001) (bvadd a m) s) (not (bvsle n #x00000000)) (= n m))
      (both n (bvand (bvadd r n) #x0000ffff) m a s))))
(assert (forall ((n (_ BitVec 32)) (r (_ BitVec 32)) (m (_ BitVec 32)) (s (_ BitVec 32)))
  (=> (and (both n r m #x00000001 s) (not (= r (bvand s #x0000ffff)))) false)))
(check-sat)
