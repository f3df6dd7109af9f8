; A valid step was rejected: the checker did not know that two stores to one array at one index are
; equal if their values are.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=shared plan=terms seed=8896025248715527046")
(declare-sort U 0)
(declare-fun bu () (Array Bool U))
(declare-fun u () U)
(declare-fun x () Int)
(declare-fun c () Bool)
(declare-fun w () U)
(define-fun $t1 () (Array Bool U) (store bu false u))
(assert (= $t1 (store $t1 (and (not (or (= 0 x) c)) c) w)))
