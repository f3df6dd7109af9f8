; A panic: sweeping took the next of no variables.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=bv plan=eager seed=17976973402401376761 decided")
(assert (= #b0 #b0))
(check-sat)
(check-sat)
