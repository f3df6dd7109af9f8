; Wrong model: what an unconstrained bound became had a constant in it that had just been
; replaced, in the simplified form of a term that stood for its negation.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=prep-bv plan=eager seed=12576225405665770898 decided")
(declare-fun e2_2 () Bool)
(declare-fun y2 () (_ BitVec 2))
(declare-fun z2 () (_ BitVec 2))
(assert (= (ite e2_2 y2 z2) #b00))
(declare-fun e0_1 () (_ BitVec 2))
(assert (= (bvnot e0_1) y2))
(declare-fun e0_2 () (_ BitVec 2))
(assert (ite (bvsle #b00 z2) (bvsle y2 e0_2) true))
(check-sat)
