; Wrong unsat: the guard of a closed scope was given to a new one, since the engine for
; bit-vectors had not yet made clauses of what was asserted under it.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=abv plan=plain seed=1 decided")
(assert (= #b0 #b0))
(push 1)
(assert (= #b0 #b1))
(pop 1)
(push 1)
(check-sat)
