; Unknown (integer branching budget): equations over the integers were only collected from
; definitions without Reals, and here each definition has one.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=uflira plan=certificates seed=1 decided")
(declare-fun z () Int)
(declare-fun s () Real)
(declare-fun g () Int)
(declare-fun c () Bool)
(assert (= s (ite c (- 1.0) (+ (to_real (+ z z)) (/ 1.0 2.0)))))
(assert (= (* 2.0 (to_real g)) (+ s (to_real (+ z z)))))
(check-sat)
