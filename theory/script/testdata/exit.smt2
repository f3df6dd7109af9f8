; EXIT-ON-ERROR
(get-info :error-behavior)
(check-sat)
(assert nothing)
(check-sat)
; EXPECT: (:error-behavior immediate-exit)
; EXPECT: sat
; EXPECT: (error "4:9: unknown symbol nothing")
