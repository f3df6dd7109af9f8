; The checker took all literals of one width for equal, and all extractions of one width.
(set-option :global-declarations true)
(set-logic ALL)
(set-info :fuzz "family=bv plan=terms seed=1")
(declare-fun x () (_ BitVec 4))
(assert (= #x1 #x7))
(assert (= ((_ extract 1 0) x) ((_ extract 3 2) x)))
