(declare-const p Bool)
(check-sat)
(assert (and p (not p)))
(check-sat)
