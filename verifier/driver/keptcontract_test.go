package driver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/cache"
)

// contractsOf are procedures that call each other.
const contractsOf = `
var g: int;
function f(int) returns (int);
axiom (forall i: int :: f(i) > i);
procedure leaf(n: int) returns (r: int) requires n > 0; ensures r > n; { r := n + 1; }
procedure middle(n: int) returns (r: int) requires n > 0; ensures r > n + 1; { call r := leaf(n); call r := leaf(r); }
procedure loop(n: int) returns (i: int) requires n > 0; ensures i == n;
{ i := 0; while (i < n) invariant i <= n; { i := i + 1; } }
procedure apart(n: int) returns (r: int) ensures r > n; { r := f(n); }
procedure wrong(n: int) returns (r: int) ensures r > n; { r := n; }
`

// TestKeptContracts: after an edit only those procedures are asked about again whose proof depends on what was edited.
func TestKeptContracts(t *testing.T) {
	edit := func(old, new string) string {
		if !strings.Contains(contractsOf, old) {
			t.Fatal(old)
		}
		return strings.Replace(contractsOf, old, new, 1)
	}
	store := newTable()
	for _, c := range []struct{ name, text, asked string }{
		{"at first", contractsOf, "leaf middle loop apart wrong"},
		{"once more", contractsOf, "wrong"}, // what fails is not kept
		{"a comment before all", "// comment\n" + contractsOf, "wrong"},
		{"a body", edit("r := n + 1", "r := n + 2"), "leaf wrong"},
		{"a contract", edit("ensures r > n; { r := n + 1", "ensures r > n; ensures r < n + 9; { r := n + 1"), "leaf middle wrong"},
		{"an axiom", edit("f(i) > i", "f(i) > i + 1"), "leaf middle loop apart wrong"},
		{"an invariant", edit("i <= n", "i <= n && i >= 0"), "loop wrong"},
		{"broken", edit("r := n + 1", "r := n"), "leaf wrong"},
		{"as it was", contractsOf, "wrong"},
	} {
		opt := ModularOptions{Options: Options{Question: Question{Front: boogie.Front{}}}}
		opt.Answers = &Answers{Store: store, Build: "test"}
		rep, err := Modular(context.Background(), "p.bpl", []byte(c.text), opt)
		if err != nil {
			t.Fatal(err)
		}
		var asked, failed []string
		for _, p := range rep.Procs {
			if !p.Kept {
				asked = append(asked, p.Name)
			}
			if len(p.Failures) > 0 {
				failed = append(failed, p.Name)
			}
			if p.Obligations == 0 || p.Pos.Line == 0 {
				t.Errorf("%s: %s has %d obligations at %v", c.name, p.Name, p.Obligations, p.Pos)
			}
		}
		if got := strings.Join(asked, " "); got != c.asked {
			t.Errorf("%s: asked about %s, not %s", c.name, got, c.asked)
		}
		if want := c.name == "broken"; slices.Contains(failed, "leaf") != want || !slices.Contains(failed, "wrong") {
			t.Errorf("%s: %v fail", c.name, failed)
		}
	}
}

// contractsIn checks procedures with a store.
func contractsIn(t *testing.T, store cache.Store, text string, check bool, procs ...string) []*ProcReport {
	t.Helper()
	opt := ModularOptions{Options: Options{Question: Question{Front: boogie.Front{}}, Output: Output{Check: check}}, Procs: procs}
	opt.Answers, opt.Processors = &Answers{Store: store, Build: "test"}, 1
	rep, err := Modular(t.Context(), "p.bpl", []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return rep.Procs
}

// TestCheckedContracts: the proofs that were kept of procedures stand up to a check, also after an edit elsewhere.
func TestCheckedContracts(t *testing.T) {
	store := newTable()
	contractsIn(t, store, contractsOf, false)
	edited := strings.Replace(contractsOf, "function f", "// comment\nfunction g(int) returns (int);\nfunction f", 1)
	edited = strings.Replace(edited, "procedure leaf", "procedure first(a: int, b: int) returns (c: int) ensures c == b + a; "+
		"{ c := a + b; }\nprocedure leaf", 1)
	for _, text := range []string{contractsOf, edited} {
		puts := store.puts
		for _, p := range contractsIn(t, store, text, true, "leaf", "middle", "loop", "apart", "wrong") {
			right := p.Name != "wrong"
			if p.Kept != right || p.Refused != nil || (p.Verdict() == verifier.Safe) != right || right && p.Check.State != CheckOK {
				t.Errorf("%s: %v, kept: %v, %v, %v", p.Name, p.Verdict(), p.Kept, p.Refused, p.Check)
			}
		}
		if store.puts != puts {
			t.Errorf("%d answers are searched for anew", store.puts-puts)
		}
	}
}

// asked is a store that knows the last question.
type asked struct {
	*table
	last cache.Key
}

func (a *asked) Get(k cache.Key) ([]byte, error) {
	a.last = k
	return a.table.Get(k)
}

// TestPlantedContracts: with a check no entry verifies a procedure that does not satisfy its contract, and a right answer
// whose entry is spoilt is found anew.
func TestPlantedContracts(t *testing.T) {
	store := &asked{table: newTable()}
	contractsIn(t, store, contractsOf, false, "leaf")
	leaf, wrong := store.last, cache.Key{}
	var good contractEntry
	if err := decodeEntry(store.entries[leaf], &good); err != nil {
		t.Fatal(err)
	}
	contractsIn(t, store, contractsOf, false, "wrong")
	wrong = store.last
	for i, change := range []func(*contractEntry){
		func(*contractEntry) {},
		func(e *contractEntry) { e.Proofs = nil },
		func(e *contractEntry) { e.Proofs[0].Targets = nil },
		func(e *contractEntry) { e.Proofs[0].Targets = []int{-1} },
		func(e *contractEntry) { e.Proofs[0].Targets = append(e.Proofs[0].Targets, 1<<30) },
		func(e *contractEntry) { e.Proofs[0].Proof = nil },
		func(e *contractEntry) { e.Proofs[0].Proof = e.Proofs[0].Proof[:40] },
		func(e *contractEntry) { e.Proofs[0].Proof[3] ^= 1 },
		func(e *contractEntry) { e.Proofs[0].Proof[33] ^= 1 },
	} {
		for _, key := range []cache.Key{leaf, wrong} {
			e := contractEntry{Key: key.String()}
			for _, p := range good.Proofs {
				e.Proofs = append(e.Proofs, contractProof{slices.Clone(p.Targets), slices.Clone(p.Proof)})
			}
			change(&e)
			data, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			store.entries[key] = data
			name := map[cache.Key]string{leaf: "leaf", wrong: "wrong"}[key]
			p := contractsIn(t, store, contractsOf, true, name)[0]
			right := i == 0 && name == "leaf"
			if (p.Verdict() == verifier.Safe) != (name == "leaf") || p.Kept != right || (p.Refused == nil) != right {
				t.Errorf("entry %d for %s: %v, kept: %v, %v", i, name, p.Verdict(), p.Kept, p.Refused)
			}
		}
	}
	for i, data := range [][]byte{{}, []byte("null"), []byte("{}"), []byte("verified " + wrong.String()), store.entries[leaf]} {
		store.entries[wrong] = data
		for _, check := range []bool{true, false} {
			if p := contractsIn(t, store, contractsOf, check, "wrong")[0]; p.Verdict() != verifier.Unsafe || p.Kept {
				t.Errorf("entry %d, check %v: %v", i, check, p.Verdict())
			}
		}
	}
}
