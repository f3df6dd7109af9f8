; Took 64 times as long for each quantifier: the oracle bounds the terms that instances take, too.
(set-info :fuzz "family=mutant plan=combined seed=1 candidates")
(assert (forall ((x0 (_ BitVec 6))) (forall ((x1 (_ BitVec 6))) (forall ((x2 (_ BitVec 6))) (exists ((x3 (_ BitVec 6))) (exists ((x4 (_ BitVec 6))) (exists ((x5 (_ BitVec 6))) (or (= (bvmul x0 x1) (bvadd x2 #b000000)) (= (bvmul x1 x2) (bvadd x3 #b000001)) (= (bvmul x2 x3) (bvadd x4 #b000010))))))))))
(check-sat)
