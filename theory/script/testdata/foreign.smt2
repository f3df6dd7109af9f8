; Options of other solvers that cannot change an answer are accepted.
(set-option :print-success true)
(set-option :AUTO_CONFIG false)
(set-option :auto-config false)
(set-option :pp.bv_literals false)
(set-option :smt.RESTART_FACTOR |1.5|)
(set-option :smt.CASE_SPLIT 3)
(set-option :model_compress false)
(set-option :relevancy 2)
(set-option :smt.case_split x)
(set-option :smt.delay_units 1)
(set-option :smt.qi.cost "weight")
(set-option :finite-model-find true)
(set-option :decision internal)
(set-option :global-decls true)
(get-option :global-declarations)
(set-option :smtlib2_compliant true)
(set-option :print-warning false)
(set-option :verbose 2)
(get-option :verbosity)
(get-option :smt.qi_cost)
(get-option :smt.qi.cost)
(get-option :QI_COST)
(get-option :smt.mbqi)
; What could change one is not.
(set-option :smt.arith.ignore_int true)
(set-option :global-negate true)
(set-option :sat.drat.file p.drat)
(set-option :smt.frobnicate true)
(set-option :cvc5.cegqi true)
(set-option :mit true)
(push)
(declare-const p Bool)
(pop)
(assert p)
(check-sat)
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: (error "10:1: Expected values for parameter case_split is an unsigned integer. It was given argument 'x'")
; EXPECT: (error "11:1: Expected values for parameter delay_units are 'true' or 'false'. It was given argument '1'")
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: true
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: 2
; EXPECT: unsupported
; EXPECT: weight
; EXPECT: weight
; EXPECT: true
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: sat
