; Patterns match reads below stores, what stores have at their own index, and multiples that arithmetic fixes.
(set-option :smt.mbqi false)
(declare-sort S 0)
(declare-fun f (Int) Int)
(declare-fun g (S Int) Int)
(declare-fun len (S) Int)
(declare-fun k (S) Int)
(declare-fun p (Int) Bool)
(declare-const a (Array Int Int))
(declare-const s S)
(declare-const i Int)
(push)
; f is read below the store.
(assert (forall ((x Int)) (! (= (f (select a x)) 7) :pattern ((f (select a x))))))
(assert (not (= (f (select (store a 1 2) 5)) 7)))
(check-sat)
(pop)
(push)
; 3 is what the store has at i.
(assert (forall ((x Int)) (! (p x) :pattern ((f (select (store a i 3) x))))))
(assert (= (select (store a i 3) 9) (f 3)))
(assert (not (p i)))
(check-sat)
(pop)
(push)
; -len(s) is 0.
(assert (forall ((x S)) (! (= (k x) (g x (- (len x)))) :pattern ((k x)))))
(assert (forall ((x S)) (! (= (g x 0) 7) :pattern ((g x 0)))))
(assert (= (len s) 0))
(assert (not (= (k s) 7)))
(check-sat)
(pop)
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
