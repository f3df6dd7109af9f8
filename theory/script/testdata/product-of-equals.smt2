; A factor that equals another one plus a numeral: the products are multiplied out. (With
; proofs there is no preprocessing, which would eliminate j and k.)
(set-option :produce-proofs true)
(declare-const i Int)
(declare-const j Int)
(declare-const k Int)
(declare-const s Int)
(declare-const p Bool)
(assert (or p (and (= j (+ i 1)) (= s (div (* i (+ i 1)) 2)))))
(assert (not p))
(push)
(assert (not (= (+ s j) (div (* j (+ j 1)) 2))))
(check-sat)
(pop)
(assert (or p (= k (- j 3))))
(check-sat-assuming ((not (= (* k k) (+ (* i i) (* (- 4) i) 4)))))
(check-sat-assuming ((= (* k k) (+ (* i i) (* (- 4) i) 4))))
(check-sat-assuming ((not (= (* k j k) (+ (* j j j) (* (- 6) j j) (* 9 j))))))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
