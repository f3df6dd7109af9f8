package grid

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier/report"
)

// TestKept: an answer is kept by what it answers, for any limits only if none would lead to more. What is none, or of
// another question, is not used.
func TestKept(t *testing.T) {
	c := local(t)
	w, client := &worker{Conn: c}, NewClient(c, "c", 0)
	w.opt.Evidence = true
	n := 0
	for _, x := range []struct {
		report string
		other  bool // the limit is another one
		kept   bool
	}{
		{`{"verdict":"unsafe"}`, true, true},
		{`{"verdict":"safe","check":"confirmed"}`, true, true},
		{`{"verdict":"safe","check":"open (timeout)"}`, true, false},
		{`{"verdict":"safe"}`, false, true},
		{`{"verdict":"safe up to bound","check":"confirmed"}`, true, false},
		{`{"verdict":"safe up to bound","check":"confirmed"}`, false, true},
		{`{"verdict":"unsafe","rest":{"verdict":"unknown"}}`, true, false},
		{`{"verdict":"unsafe","rest":{"verdict":"unknown"}}`, false, true},
		{`{"verdict":"unknown"}`, false, false},
		{`{"verdict":"error"}`, false, false},
	} {
		n++
		j := &Job{Number: n, Units: n, Timeout: time.Second}
		r := &report.Report{}
		if err := json.Unmarshal([]byte(x.report), r); err != nil {
			t.Fatal(err)
		}
		if err := w.remember(t.Context(), j, r, Result{Report: json.RawMessage(x.report), CPU: 1}); err != nil {
			t.Fatal(err)
		}
		if x.other {
			j.Timeout++
		}
		got, err := client.Kept(t.Context(), []*Job{j})
		if err != nil || (got != nil) != x.kept {
			t.Errorf("%s, other limit %v: kept is %v, %v", x.report, x.other, got != nil, err)
		}
		if got != nil && (got.Number != n || got.Hash != j.Hash() || got.Report.Verdict != r.Verdict || !got.Report.Kept) {
			t.Errorf("%s: %+v", x.report, got)
		}
	}
	j := &Job{Units: 99}
	own := `{"job":"` + j.unlimited() + `",`
	for _, text := range []string{
		"", "null", "7", own + `"report":{"verdict":"unknown"}}`, own + `"report":{"verdict":"safe up to bound"}}`,
		own + `"report":null}`, own + `"blob":"` + Hash([]byte("none")) + `"}`,
		`{"job":"` + Hash([]byte("other")) + `","report":{"verdict":"unsafe"}}`,
	} {
		if _, err := c.answers.Put(t.Context(), j.unlimited(), []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := client.Kept(t.Context(), []*Job{j}); got != nil || err != nil {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}
