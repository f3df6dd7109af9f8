; Wrong model: a quantifier that was pulled out of one occurrence bound the variable of another
; one inside it, and an instance replaced both.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=forallbv plan=eager seed=4839389716410158125")
(declare-fun b () Bool)
(declare-fun z1 () (_ BitVec 1))
(declare-fun p ((_ BitVec 1) Bool) Bool)
(define-fun $t1 () Bool (forall ((q (_ BitVec 2)) (q!1 Bool)) (forall ((q!2 (_ BitVec 1)) (q!3 Bool)) (p #b0 q!1))))
(assert (= b (ite (bvule #b1 z1) true (forall ((q!4 (_ BitVec 2))) (or (= b $t1) $t1)))))
(check-sat)
