; A valid step was rejected: the checker flattened a conjunction and no longer recognised its
; negation.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=biglira plan=terms seed=11831129381927975622")
(declare-fun t () Real)
(declare-fun b () Bool)
(declare-fun c () Bool)
(declare-fun z () Int)
(declare-fun x () Int)
(define-fun $t1 () Bool (ite b b c))
(define-fun $t2 () Bool (ite $t1 $t1 true))
(assert (= (<= 0.0 t) (= (ite (ite $t2 c $t2) t 0.0) (ite (<= (ite (ite (distinct z x 1) true (= x 2)) x 0) z) (ite (= x 0) (- 2199023255552.0) 0.0) 0.0))))
