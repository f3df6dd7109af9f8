; SEND + MORE = MONEY. Verdict: sat
; Each letter is a digit. The model is shown as a table.

(set-logic QF_LIA)
(declare-const S Int)
(declare-const E Int)
(declare-const N Int)
(declare-const D Int)
(declare-const M Int)
(declare-const O Int)
(declare-const R Int)
(declare-const Y Int)

(assert (distinct S E N D M O R Y))
(assert (and (<= 1 S 9) (<= 0 E 9) (<= 0 N 9) (<= 0 D 9)))
(assert (and (<= 1 M 9) (<= 0 O 9) (<= 0 R 9) (<= 0 Y 9)))

(assert (= (+ (* 1000 S) (* 100 E) (* 10 N) D
              (* 1000 M) (* 100 O) (* 10 R) E)
           (+ (* 10000 M) (* 1000 O) (* 100 N) (* 10 E) Y)))
(check-sat)
(get-value ((+ (* 1000 S) (* 100 E) (* 10 N) D)
            (+ (* 10000 M) (* 1000 O) (* 100 N) (* 10 E) Y)))
