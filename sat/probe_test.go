package sat

import "testing"

// TestProbeResumes probes one variable in each round, the next one also if level 0 has
// grown, and finds the failed literal behind the others in its turn.
func TestProbeResumes(t *testing.T) {
	s := New(Options{})
	s.Plain()
	const pairs = 5
	var v [2 * pairs]Lit
	for i := range v {
		v[i] = s.NewVar().Pos()
	}
	for i := 0; i < len(v); i += 2 {
		s.AddClause(v[i].Not(), v[i+1])
	}
	s.AddClause(v[8].Not(), v[9].Not()) // v[8] fails
	for i := range 2 * pairs {
		if i == 8 && s.Stats().Failed != 0 {
			t.Fatal("a literal failed before its turn")
		}
		s.AddClause(s.NewVar().Pos())
		s.begin(nil, nil, Budget{})
		if !s.propagate() {
			t.Fatal("conflict")
		}
		s.probe(0)
		s.probeBacktrack(0)
		s.end()
	}
	if s.Stats().Failed != 1 || s.FixedValue(v[8]) != False {
		t.Errorf("%d failed literals, want one", s.Stats().Failed)
	}
}
