package reason_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
)

// TestKinds sends each kind through JSON.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for k := range reason.NumKinds {
		text, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		var back reason.Kind
		if err := json.Unmarshal(text, &back); err != nil || back != k || seen[string(text)] {
			t.Errorf("kind %d is %s, which is kind %d (%v)", uint8(k), text, uint8(back), err)
		}
		if seen[string(text)] = true; k.String() == "" != (k == reason.None) {
			t.Errorf("kind %d is %q", uint8(k), k)
		}
	}
	if _, err := json.Marshal(reason.NumKinds); err == nil {
		t.Error("an invalid kind has a name")
	}
	if err := json.Unmarshal([]byte(`"tired"`), new(reason.Kind)); err == nil {
		t.Error("a name that no kind has is accepted")
	}
}

// TestLimits: each reason of a limit has the kind of the same text.
func TestLimits(t *testing.T) {
	last := limit.Incomplete
	if next := last + 1; next.String() != (limit.Incomplete + 100).String() {
		t.Errorf("%v has the number of another kind", next)
	}
	for r := limit.Timeout; r <= last; r++ {
		if got := reason.Of(r); got.String() != r.String() {
			t.Errorf("%v becomes %q", r, got)
		}
	}
	if r := reason.Of(limit.None); r != (reason.Reason{}) {
		t.Errorf("none becomes %q", r)
	}
}

// TestErrors finds reasons in errors by their kind, and faults with their stack.
func TestErrors(t *testing.T) {
	err := fmt.Errorf("a.bpl: %w", reason.Internalf("block %d", 7))
	if !errors.Is(err, reason.Internal) || errors.Is(err, reason.Timeout) {
		t.Error("the kind is lost")
	}
	if err.Error() != "a.bpl: internal error: block 7" {
		t.Error(err)
	}
	if r := reason.AsInternal(err); r.Detail != "block 7" {
		t.Errorf("%+v", r)
	}
	if r := reason.AsInternal(fmt.Errorf("pipe: %w", reason.Reason{Kind: reason.Timeout})); r.String() != "internal error: pipe: timeout" {
		t.Errorf("%+v", r)
	}
	if r := reason.Unconfirmed(err); r.String() != "internal error: trace not confirmed: block 7" {
		t.Errorf("%+v", r)
	}
	if r := reason.Unconfirmed(errors.New("no replay")); r.String() != "trace not confirmed: no replay" || !r.Kind.Unconfirmed() {
		t.Errorf("%+v", r)
	}
	defer func() {
		r := reason.Recovered(recover())
		if r.String() != "internal error: a bomb" || r.Stack == "" || r.Report() != r.String()+"\n"+r.Stack {
			t.Errorf("%+v", r)
		}
	}()
	panic("a bomb")
}
