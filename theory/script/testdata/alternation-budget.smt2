; A buyer sets prices; whatever the seller of four goods asks within them, some basket is worth its price
; and no other basket of that price is worth more than one and a half of it.
(set-logic LRA)
(set-info :status sat)
(declare-const budget Real)
(assert (and (<= 1.0 budget) (<= budget 10.0)))
(assert (exists ((p1 Real) (p2 Real) (p3 Real) (p4 Real))
  (and (<= 1.0 p1 4.0) (<= 1.0 p2 4.0) (<= 1.0 p3 4.0) (<= 1.0 p4 4.0) (< p1 p2) (< p2 p3) (< p3 p4)
    (forall ((c1 Real) (c2 Real) (c3 Real) (c4 Real))
      (=> (and (<= 0.0 c1 p1) (<= 0.0 c2 p2) (<= 0.0 c3 p3) (<= 0.0 c4 p4) (<= (+ c1 c2 c3 c4) budget))
        (exists ((q1 Real) (q2 Real) (q3 Real) (q4 Real))
          (and (<= 0.0 q1) (<= 0.0 q2) (<= 0.0 q3) (<= 0.0 q4)
            (>= (+ q1 q2 q3 q4) (+ c1 c2 c3 c4))
            (forall ((r1 Real) (r2 Real) (r3 Real) (r4 Real))
              (=> (and (<= 0.0 r1 c1) (<= 0.0 r2 c2) (<= 0.0 r3 c3) (<= 0.0 r4 c4))
                (<= (* 2.0 (+ r1 r2 r3 r4)) (* 3.0 (+ q1 q2 q3 q4))))))))))))
(check-sat)
; EXPECT: sat
