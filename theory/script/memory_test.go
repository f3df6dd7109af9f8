package script_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/script"
)

// hungry are scripts that fill the memory, each in another place: the reader, the
// simplifier, clauses, the theories' splits, lemmas, definitions, instances, circuits.
func hungry() map[string]string {
	rep := strings.Repeat
	list := func(n int, format string) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, format, i)
		}
		return s.String()
	}
	nested := func(n int, head, core, tail string) string {
		return "(assert (> " + rep(head, n) + core + rep(tail, n) + " 0))"
	}
	const decl = "(declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-fun f (Int) Int)"
	define := "(define-fun g0 ((x Int)) Int (+ x 1))"
	for i := range 40 {
		define += fmt.Sprintf("(define-fun g%d ((x Int)) Int (g%d (g%d x)))", i+1, i, i)
	}
	texts := map[string]string{
		"definitions":  define,
		"numerals":     nested(40_000, "(* 12345 ", "x", ")"),
		"pairs":        list(20_000, "(declare-const x%d Real)") + "(assert (not (distinct" + list(20_000, " x%d") + ")))",
		"arrays":       list(20_000, "(declare-const a%d (Array Int Int))") + "(assert (distinct" + list(20_000, " a%d") + "))",
		"remainders":   nested(3000, "(mod y ", "x", ")"),
		"products":     nested(3000, "(* x ", "y", ")"),
		"quotients":    nested(20_000, "(div (+ 1 ", "x", ") 3)"),
		"disjunctions": "(assert " + list(30_000, "(or (and p (> x %[1]d)) (and (< y %[1]d) ") + "p" + rep("))", 30_000) + ")",
		"stores":       "(assert (= 5 (select " + rep("(store ", 20_000) + "((as const (Array Int Int)) 0)" + list(20_000, " (f %[1]d) %[1]d)") + " y)))",
		"instances":    "(assert (forall ((i Int)) (! (> (f (+ i 1)) (f i)) :pattern ((f i)))))(assert (= (f 0) 0))",
	}
	const words = "(declare-const v (_ BitVec 2000))(declare-const w (_ BitVec 2000))(assert (distinct (bvmul v v w) (bvmul v w w) (bvurem w v)))"
	texts["words"] = words
	texts["words and numbers"] = words + "(assert (> (* x y) (+ x y)))(assert (> x (ite (bvult (bvmul v v v) w) y (+ y 3))))"
	for name := range texts {
		texts[name] = decl + texts[name] + "(check-sat)"
	}
	return texts
}

func allocated() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// TestMemory runs hungry scripts under limits that are just above what the process holds.
// It counts what is allocated after the limit was noticed, which no machine is too busy for.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	live := func() int64 {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := live()
	for name, text := range hungry() {
		live()
		room := r.Int64N(12 << 20)
		ctx, cancel := limit.WithMemory(t.Context(), limit.HeldBytes()+room)
		var at atomic.Int64
		noticed := context.AfterFunc(ctx, func() { at.Store(allocated()) })
		rep, err := script.Run(ctx, name, strings.NewReader(text), io.Discard, script.Options{})
		past := allocated()
		noticed()
		cancel()
		if past -= at.Load(); at.Load() == 0 {
			past = 0 // it ended before the clock came to it
		}
		switch {
		case rep.Internal || rep.Errors > 0:
			t.Errorf("%s, %d bytes: %+v", name, room, rep)
		case err == nil && len(rep.Answers) == 1 && rep.Answers[0] == sat.Sat: // it was not hungry enough
			t.Logf("%s, %d bytes: sat", name, room)
		case !errors.Is(err, limit.ErrMemory):
			t.Errorf("%s, %d bytes: %v, %v", name, room, rep.Answers, err)
		case past > 64<<20:
			t.Errorf("%s, %d bytes: %d MB were allocated after the limit was noticed", name, room, past>>20)
		default:
			t.Logf("%s, %d bytes: %d KB were allocated after the limit was noticed", name, room, past>>10)
		}
	}
	if after := live(); after > before+4<<20 {
		t.Errorf("%d KB were live before, %d are afterwards", before>>10, after>>10)
	}
}

// TestMemoryOfScript: :memory_max_size ends a check, not the script.
func TestMemoryOfScript(t *testing.T) {
	var out strings.Builder
	text := fmt.Sprintf("(set-option :memory_max_size %d)", limit.HeldBytes()>>20+8) + hungry()["arrays"] +
		"(get-info :reason-unknown)(set-option :memory_max_size 0)(get-option :memory_max_size)"
	rep, err := script.Run(t.Context(), "arrays", strings.NewReader(text), &out, script.Options{})
	if err != nil || rep.Errors > 0 {
		t.Fatalf("%v, %+v", err, rep)
	}
	if want := "unknown\n(:reason-unknown memout)\n0\n"; out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
}
