; Reads of lambdas that come about by definitions need no axiom.
(declare-const a (Array Int Int))
(define-fun at3 ((b (Array Int Int))) Int (select b 3))
(define-fun shift ((b (Array Int Int))) (Array Int Int) (lambda ((k Int)) (select b (+ k 1))))
(define-fun sq () (Array Int Int) (lambda ((k Int)) (* k k)))
(assert (= (at3 (shift (shift sq))) 25))
(check-sat)
(get-value ((at3 (shift (shift sq)))))
(assert (= (at3 (store (shift a) 4 7)) 8))
(check-sat)
(get-value ((select a 4)))
; EXPECT: sat
; EXPECT: (((at3 (shift (shift sq))) 25))
; EXPECT: sat
; EXPECT: (((select a 4) 8))
