; Bit-vectors: can the average of two positive 32-bit numbers be negative, computed as (x + y) / 2, or as x + (y - x) / 2?
;
;     muster solve average.smt2      sat with such numbers, then unsat
(set-option :produce-models true)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (and (bvsgt x #x00000000) (bvsgt y #x00000000)))
(push 1)
(assert (bvslt (bvsdiv (bvadd x y) #x00000002) #x00000000))
(check-sat)
(get-value (x y))
(pop 1)
(assert (bvslt (bvadd x (bvsdiv (bvsub y x) #x00000002)) #x00000000))
(check-sat)
