; What cannot be read ends the run.
; EXPECT: sat
; EXPECT: (error "5:1: this ( is never closed")
(check-sat)
(assert (and true
