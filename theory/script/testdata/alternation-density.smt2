; Between two reals there is a third one, and nothing is nearest to it: equalities and strict bounds.
(set-logic LRA)
(set-info :status unsat)
(assert (not (forall ((x Real) (y Real))
  (=> (< x y)
    (exists ((z Real))
      (and (< x z) (< z y) (= (- z x) (- y z))
        (forall ((t Real)) (=> (and (< x t) (< t z)) (exists ((s Real)) (and (< t s) (< s z) (distinct s t)))))))))))
(check-sat)
; EXPECT: unsat
