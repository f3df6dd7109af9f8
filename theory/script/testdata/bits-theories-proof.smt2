; Proofs about arrays and functions over bit-vectors, and about elements of sorts.
(declare-sort S 0)
(define-sort Mem () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const a Mem)
(declare-const b Mem)
(declare-const c Mem)
(declare-const i (_ BitVec 8))
(declare-const j (_ BitVec 8))
(declare-const p Bool)
(declare-fun f (Mem (_ BitVec 8)) (_ BitVec 8))
(declare-fun g (S) S)
(declare-const s S)
(declare-const t S)
(push) ; writes at different places commute
(assert (distinct i j))
(assert (distinct (store (store a i #x01) j #x02) (store (store a j #x02) i #x01)))
(check-sat)
(pop)
(push) ; arrays are equal if all elements are
(assert (= a (store b i (select a i))))
(assert (= (select a i) (select b i)))
(assert (not (= (f a j) (f b j))))
(check-sat)
(pop)
(push) ; an if-then-else of arrays, both ways
(assert (= c (ite p (store a j #x07) b)))
(assert (not (= (select c i) (select (ite p a b) i))))
(check-sat)
(assert (not (= i j)))
(check-sat)
(pop)
(push) ; a long chain of writes
(assert (not (= (select (store (store (store (store (store a #x01 #x00) #x02 #x00) #x03 #x00) #x04 #x00) #x05 #x00) i) (select a i))))
(assert (bvugt i #x05))
(check-sat)
(pop)
(push) ; constant arrays: with few indices they may be equal but for stores
(declare-const k (_ BitVec 1))
(declare-const l (_ BitVec 1))
(define-sort Two () (Array (_ BitVec 1) (_ BitVec 8)))
(assert (= (store (store ((as const Two) #x00) k #x01) l #x01) ((as const Two) #x01)))
(check-sat)
(assert (= k l))
(check-sat)
(pop)
(push)
(assert (= (store (store ((as const Mem) #x00) i #x01) j #x01) ((as const Mem) #x01)))
(check-sat)
(pop)
(push) ; arrays of arrays
(declare-const m (Array (_ BitVec 2) Mem))
(declare-const n (Array (_ BitVec 2) Mem))
(assert (distinct (store m #b01 a) (store n #b01 a)))
(assert (= (select m #b00) (select n #b00)))
(assert (= (select m #b10) (select n #b10)))
(check-sat)
(assert (= (select m #b11) (select n #b11)))
(check-sat)
(pop)
(push) ; elements
(assert (= (g (g (g s))) s))
(assert (= (g (g (g (g (g s))))) s))
(assert (=> (= (g s) s) (= (bvmul i #x02) #x01)))
(check-sat)
(pop)
(push) ; a sort may have one element
(assert (= (store ((as const (Array S (_ BitVec 8))) #x00) s #x01) ((as const (Array S (_ BitVec 8))) #x01)))
(check-sat)
(assert (= (store ((as const (Array S (_ BitVec 8))) #x00) s i) ((as const (Array S (_ BitVec 8))) #x00)))
(push)
(assert (distinct i #x00))
(check-sat)
(pop)
(pop)
(check-sat-assuming ((= (select a i) #x00) (= a b) (= (select b i) #x01)))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unknown
; EXPECT: unsat
; EXPECT: unsat
