(set-info :status unsat)
(assert false)
(check-sat)
