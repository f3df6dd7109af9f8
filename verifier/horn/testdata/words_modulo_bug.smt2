; expected: unsat. What a loop adds to words are multiples of powers of two, and a sum of them is asked for that is such a multiple, too.
; Booleans say where the program is: before the loop the words have any values.
(set-logic HORN)
(declare-fun at (Bool Bool (_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32))) (at false false x y z)))
(assert (forall ((b Bool) (c Bool) (d Bool) (e Bool) (x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32)) (u (_ BitVec 32)) (v (_ BitVec 32)) (w (_ BitVec 32)) (k (_ BitVec 32)) (l (_ BitVec 32)) (m (_ BitVec 32)))
  (=> (and (at b c x y z)
           (or (and (not b) (not c) d (not e) (= u #x00000000) (= v #x00000000) (= w #x00000000))
               (and b (not c) d (not e) (= u (bvadd x (bvmul k #x00060000))) (= v (bvsub y (bvshl l #x00000012))) (= w (bvadd z (bvmul m #x000c0000))))
               (and b (not c) d e (= u x) (= v y) (= w z) (= (bvadd (bvmul #x00000002 u) (bvmul #x00000004 v) w) #x000c0000))))
      (at d e u v w))))
(assert (forall ((b Bool) (c Bool) (x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32))) (=> (at b c x y z) (not (and b c)))))
(check-sat)
