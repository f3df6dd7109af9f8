; The least and the greatest leaf imply an atom before a term is relevant.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=ax plan=rewritten seed=17061327702574851701 decided")
(declare-fun z () Int)
(declare-fun b () Bool)
(define-fun $a1 () Bool (distinct (+ 1 1) (ite (= 0 z) 0 (ite b 0 1)) 0))
(check-sat-assuming ($a1))
(check-sat)
