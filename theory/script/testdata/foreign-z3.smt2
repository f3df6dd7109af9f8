; Z3
; Z3's words for what it does not know.
(set-option :print-success true)
(set-option :smt.mbqi 3)
(set-option :smt.case_split x)
(set-option :restart-factor y)
(set-option :smt.frobnicate true)
(set-option :frob-nicate true)
(set-option :frob.nicate true)
(declare-const p Bool)
(set-option :smt.random_seed 7)
(get-option :random-seed)
; EXPECT: success
; EXPECT: (error "line 4 column 23: Expected values for parameter mbqi are 'true' or 'false'. It was given argument '3'")
; EXPECT: (error "line 5 column 29: Expected values for parameter case_split is an unsigned integer. It was given argument 'x'")
; EXPECT: (error "line 6 column 29: Expected values for parameter restart_factor is a double. It was given argument 'y'")
; EXPECT: (error "line 7 column 32: unknown parameter 'frobnicate' at module 'smt'")
; EXPECT: (error "line 8 column 29: unknown parameter 'frob_nicate'")
; EXPECT: (error "line 9 column 29: invalid parameter, unknown module 'frob'")
; EXPECT: success
; EXPECT: success
; EXPECT: 7
