package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLogSessions splits a log that Boogie has written.
func TestLogSessions(t *testing.T) {
	const log = `(set-option :smt.MBQI false)
(set-option :model_compress false)
; done setting options
(declare-fun %lbl%@1 () Bool)
(push 1)
(set-info :boogie-vc-id main)
(assert (not (! (or %lbl%@1 false) :lblneg @1)))
(check-sat)
(get-info :reason-unknown)
(labels)
(assert %lbl%@1)
(check-sat)
(pop 1)
; Invalid
(reset)
(set-option :smt.MBQI false)
(assert true)
(reset)
(assert false)
(check-sat)
`
	sessions := logSessions([]byte(log), 1<<20, 10)
	answers := []string{"unknown", "unsat"}
	var got []string
	for _, s := range sessions {
		text, _ := withAnswers(s.text, answers)
		got = append(got, string(text))
	}
	want := []string{`(set-option :smt.MBQI false)
(declare-fun %lbl%@1 () Bool)
(push 1)
(assert (not (! (or %lbl%@1 false) :lblneg @1)))
(set-info :status unknown)
(check-sat)
(assert %lbl%@1)
(set-info :status unsat)
(check-sat)
(exit)
`, `(assert false)
(set-info :status unknown)
(check-sat)
(exit)
`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s := logSessions([]byte(log), 1<<20, 1); len(s) != 2 || s[0].checks != 1 {
		t.Errorf("with one check: %v", s)
	}
}
