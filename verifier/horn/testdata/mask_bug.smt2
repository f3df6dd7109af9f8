; expected: unsat. All ones are no other mask.
(set-logic HORN)
(declare-fun p ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (forall ((v (_ BitVec 8))) (= (bvand v x) v)) (p x))))
(assert (forall ((x (_ BitVec 8))) (=> (and (p x) (distinct x #xfe)) false)))
(check-sat)
