; A timeout: a fact replaced a product by longer ones, and those by even longer ones, until coefficients
; had thousands of digits; now the checker has a budget of work.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=nra plan=terms seed=17508357533182838761")
(declare-fun y () Int)
(declare-fun z () Int)
(declare-fun x () Int)
(declare-fun r () Real)
(declare-fun t () Real)
(declare-fun pr (Int Real) Bool)
(declare-fun s () Real)
(declare-fun fr (Real) Real)
(assert (= (= (to_real (ite (pr y t) (+ z y z) x)) (* (* s (fr s)) (+ s (+ (- (/ 2.0 3.0)) 1.0) (fr s)))) (= (not (= (to_real y) (+ t t (- 2.0)))) (ite (= x (+ y (- 1) x)) (and (<= (- 2.0) s) (= r s)) (<= (* 0 z) (mod y 2))))))
