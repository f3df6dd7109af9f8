; With invariants, an internal error: the reason of a literal at level 0, that two terms are apart
; by bounds that always hold, was taken for one that backtracking had left behind.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=uflia plan=plain seed=1 decided")
(declare-fun x () Int)
(declare-fun new () Bool)
(define-fun $a1 () Bool (= (mod x 2) (ite new (- 1) (- 2))))
(check-sat-assuming ($a1))
(check-sat)
