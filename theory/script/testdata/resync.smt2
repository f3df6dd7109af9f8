; Reading goes on at the next command, wherever something is no token or out of place.
(declare-const x Int))
(assert (> x 0))
(check-sat)
(assert (> x #zz ' 3 "unrelated ) string" |a\b|))
(echo "on")
(check-sat)
(reset)
(assert (! true :named))
(assert (< 1.2.3 2a))
(assert-soft (< 1a
  2))
(check-sat-assuming (false))
{}) (check-sat) } $ é (check-sat) check-sat (check-sat-assuming (false)) ) ) check-sat "and) (so on" ) (reset)
) ) (check-sat)
; EXPECT: (error "2:22: unexpected )")
; EXPECT: sat
; EXPECT: (error "5:14: malformed constant #zz")
; EXPECT: "on"
; EXPECT: unknown
; EXPECT: (error "9:23: a symbol is expected")
; EXPECT: (error "10:12: malformed number 1.2.3")
; EXPECT: (error "11:17: malformed number 1a")
; EXPECT: unsat
; EXPECT: (error "14:1: unexpected character '{'")
; EXPECT: unknown
; EXPECT: (error "14:17: unexpected character '}'")
; EXPECT: unknown
; EXPECT: (error "14:36: a command is expected")
; EXPECT: unknown
; EXPECT: (error "14:75: unexpected )")
; EXPECT: (error "14:79: a command is expected")
; EXPECT: (error "15:1: unexpected )")
; EXPECT: sat
; DIAGNOSE: resync.smt2:5:14: refused, so the answer is unknown: malformed constant #zz
; DIAGNOSE: resync.smt2:9:23: refused, so the answer is unknown: a symbol is expected
; DIAGNOSE: resync.smt2:9:23: refused, so the answer is unknown: a symbol is expected
; DIAGNOSE: resync.smt2:9:23: refused, so the answer is unknown: a symbol is expected
