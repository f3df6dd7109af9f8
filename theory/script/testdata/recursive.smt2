; Recursive functions are unfolded as they occur.
(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))
(define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool)) ((or (= n 0) (od (- n 1))) (and (> n 0) (ev (- n 1)))))
(check-sat-assuming ((= (fac 4) 25)))
(check-sat-assuming ((ev 3) (>= (fac 2) 2)))
; EXPECT: unsat
; EXPECT: unsat
