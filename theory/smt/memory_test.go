package smt_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

// TestMemoryOfSession: a check that the memory limit stops leaves nothing behind, and does
// not stop the next ones.
func TestMemoryOfSession(t *testing.T) {
	live := func() uint64 {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	hungry := y
	for range 3000 {
		hungry = x.Mul(hungry)
	}
	before := live()
	s := smt.NewSession(st, smt.Config{Memory: limit.HeldBytes() + 8<<20, CheckModels: true})
	for range 3 {
		s.Push()
		s.Assert(hungry.Gt(st.IntVal(0)))
		if r, err := s.Check(t.Context()); r.Status != smt.Unknown || r.Reason.Kind != reason.Memory || err != nil {
			t.Fatalf("%v, %v", r, err)
		}
		s.Pop()
		s.Assert(x.Lt(y))
		if r, err := s.Check(t.Context()); r.Status != smt.Sat || err != nil {
			t.Fatalf("afterwards: %v, %v", r, err)
		}
		if r, err := s.Check(t.Context(), y.Lt(x)); r.Status != smt.Unsat || err != nil {
			t.Fatalf("afterwards: %v, %v", r, err)
		}
	}
	if after := live(); after > before+4<<20 {
		t.Errorf("%d KB were live before, %d are afterwards", before>>10, after>>10)
	}
	runtime.KeepAlive(s)
}
