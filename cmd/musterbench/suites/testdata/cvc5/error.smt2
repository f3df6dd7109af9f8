; SCRUBBER: grep -o "Symbol"
; EXPECT: (error "Symbol p is not declared")
; EXIT: 1
(assert p)
