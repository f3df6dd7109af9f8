; A read of a store at an index (+ z 0), which was taken to differ from z.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=ax plan=project seed=3865847932930327055")
(declare-fun n () (Array Int Int))
(declare-fun z () Int)
(declare-fun y () Int)
(define-fun $a1 () Bool (= (select (store n (+ z 0) (ite false 0 y)) z) 0))
(check-sat-assuming ($a1))
