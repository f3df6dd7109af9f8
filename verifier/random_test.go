package verifier_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// A random program is small enough to be explored state by state: integers are
// havocked to 0..2 only, and maps are read and written at 0..2 only. Variables
// 0..2 are locals (0 and 1 formals, 2 the result), 3 and 4 are globals.
const (
	numLocals = 3
	numVars   = 5
	cells     = 3 // of the map
)

var varNames = [numVars]string{"a", "b", "r", "g", "h"}

type stmt struct {
	kind       int // of stmtKinds
	x, y, z, k int
}

const (
	assignConst = iota // x := k
	assignPlus         // x := y + k
	assignSum          // x := y + z
	assignIte          // x := if y <= k then 1 else 0
	assignSwap         // x, y := y, x
	assumeLe           // assume y <= k
	assumeEq           // assume y == z + k
	assumeNe           // assume y != k
	havoc              // havoc x (in 0..2)
	load               // assume 0 <= y < cells; x := m[y]
	store              // assume 0 <= y < cells; m[y] := z
	call               // call x := p_k(y, z)
	stmtKinds
)

type rblock struct {
	stmts []stmt
	succs []int
}

type rprogram struct{ procs [][]rblock }

func randomProgram(r *rand.Rand) rprogram {
	var p rprogram
	n := 2 + r.IntN(3)
	for i := range n {
		var proc []rblock
		blocks := 2 + r.IntN(4)
		for b := range blocks {
			var blk rblock
			for range r.IntN(4) {
				s := stmt{kind: r.IntN(stmtKinds), x: 2 + r.IntN(3), y: r.IntN(numVars), z: r.IntN(numVars), k: r.IntN(4) - 1}
				if s.kind == assignSwap && (s.y < 2 || s.x == s.y) {
					s.kind = assignPlus
				}
				if s.kind == call {
					if i == n-1 {
						s.kind = assignIte
					} else {
						s.k = i + 1 + r.IntN(n-1-i)
					}
				}
				blk.stmts = append(blk.stmts, s)
			}
			for t := b + 1; t < blocks; t++ {
				if r.IntN(2) == 0 && len(blk.succs) < 2 {
					blk.succs = append(blk.succs, t)
				}
			}
			proc = append(proc, blk)
		}
		p.procs = append(p.procs, proc)
	}
	return p
}

// text prints the program in Boogie.
func (p rprogram) text() string { return p.textFailing(-1, -1) }

// textFailing prints the program with an assertion that fails where the target of a block is; of block -1, that of the procedure.
func (p rprogram) textFailing(proc, block int) string {
	const fail = "    assert false;\n"
	in := func(i, j int) bool { return i == proc && j == block }
	var b strings.Builder
	fmt.Fprint(&b, "var g, h: int; var m: [int]int;\n")
	for i, proc := range p.procs {
		fmt.Fprintf(&b, "procedure p%d(a: int, b: int) returns (r: int) modifies g, h, m; {\n  L:\n", i)
		if in(i, -1) {
			fmt.Fprint(&b, fail)
		}
		fmt.Fprint(&b, "    havoc r; assume 0 <= r && r <= 2; goto B0;\n")
		for j, blk := range proc {
			fmt.Fprintf(&b, "  B%d:\n", j)
			for k, s := range append(blk.stmts, stmt{kind: stmtKinds}) {
				if in(i, j) && k == blk.target() {
					fmt.Fprint(&b, fail)
				}
				if k < len(blk.stmts) {
					fmt.Fprintf(&b, "    %s\n", s.text())
				}
			}
			if len(blk.succs) == 0 {
				fmt.Fprint(&b, "    return;\n")
				continue
			}
			var to []string
			for _, t := range blk.succs {
				to = append(to, fmt.Sprintf("B%d", t))
			}
			fmt.Fprintf(&b, "    goto %s;\n", strings.Join(to, ", "))
		}
		fmt.Fprint(&b, "}\n")
	}
	fmt.Fprint(&b, "procedure main() modifies g, h, m; { var r: int; g := 0; h := 1; m[0] := 0; m[1] := 1; m[2] := 2; call r := p0(1, 2); assume r == 3 && g != h; return; }\n")
	return b.String()
}

func (s stmt) text() string {
	x, y, z := varNames[s.x], varNames[s.y], varNames[s.z]
	switch s.kind {
	case assignConst:
		return fmt.Sprintf("%s := %d;", x, s.k)
	case assignPlus:
		return fmt.Sprintf("%s := %s + %d;", x, y, s.k)
	case assignSum:
		return fmt.Sprintf("%s := %s + %s;", x, y, z)
	case assignIte:
		return fmt.Sprintf("%s := if %s <= %d then 1 else 0;", x, y, s.k)
	case assignSwap:
		return fmt.Sprintf("%s, %s := %s, %s;", x, y, y, x)
	case assumeLe:
		return fmt.Sprintf("assume %s <= %d;", y, s.k)
	case assumeEq:
		return fmt.Sprintf("assume %s == %s + %d;", y, z, s.k)
	case assumeNe:
		return fmt.Sprintf("assume %s != %d;", y, s.k)
	case havoc:
		return fmt.Sprintf("havoc %s; assume 0 <= %s && %s <= 2;", x, x, x)
	case load:
		return fmt.Sprintf("assume 0 <= %s && %s < %d; %s := m[%s];", y, y, cells, x, y)
	case store:
		return fmt.Sprintf("assume 0 <= %s && %s < %d; m[%s] := %s;", y, y, cells, y, z)
	}
	return fmt.Sprintf("call %s := p%d(%s, %s);", x, s.k, y, z)
}

// state is the variables and the map's cells.
type state struct {
	v [numVars]int
	m [cells]int
}

// explorer runs a program exhaustively.
type explorer struct {
	p       rprogram
	memo    map[string]map[state]bool
	work    int
	covered map[[2]int]bool // procedure and block: the place of its target was reached (rblock.target); of block -1, the procedure
}

// exits returns the states in which procedure i can return.
func (e *explorer) exits(i int, in state) map[state]bool {
	in.v[2] = 0
	key := fmt.Sprint(i, in)
	if out, ok := e.memo[key]; ok {
		return out
	}
	e.cover(i, -1)
	out := map[state]bool{}
	here := make([]map[state]bool, len(e.p.procs[i]))
	for b := range here {
		here[b] = map[state]bool{}
	}
	for r := 0; r <= 2; r++ {
		in.v[2] = r
		here[0][in] = true
	}
	for b, blk := range e.p.procs[i] {
		states := here[b]
		for k, s := range append(blk.stmts, stmt{kind: stmtKinds}) {
			if k == blk.target() && len(states) > 0 {
				e.cover(i, b)
			}
			if k == len(blk.stmts) {
				break
			}
			next := map[state]bool{}
			for x := range states {
				e.work++
				e.step(s, x, next)
			}
			states = next
		}
		for x := range states {
			if len(blk.succs) == 0 {
				out[x] = true
			}
			for _, t := range blk.succs {
				here[t][x] = true
			}
		}
	}
	e.memo[key] = out
	return out
}

func (e *explorer) cover(proc, block int) {
	if e.covered == nil {
		e.covered = map[[2]int]bool{}
	}
	e.covered[[2]int{proc, block}] = true
}

// target returns the number of statements before the target that a coverage question sets in a block, or before a place that is
// reached when that is.
func (b rblock) target() int {
	for k, s := range b.stmts {
		switch s.kind {
		case assumeLe, assumeEq, assumeNe:
		case load, store:
			return k + 1 // the target is between its assumption and the assignment
		default:
			return k
		}
	}
	return len(b.stmts)
}

// step adds the states to which s leads from x.
func (e *explorer) step(s stmt, x state, next map[state]bool) {
	y, z := x.v[s.y], x.v[s.z]
	ok := true
	switch s.kind {
	case assignConst:
		x.v[s.x] = s.k
	case assignPlus:
		x.v[s.x] = y + s.k
	case assignSum:
		x.v[s.x] = y + z
	case assignIte:
		x.v[s.x] = 0
		if y <= s.k {
			x.v[s.x] = 1
		}
	case assignSwap:
		x.v[s.x], x.v[s.y] = x.v[s.y], x.v[s.x]
	case assumeLe:
		ok = y <= s.k
	case assumeEq:
		ok = y == z+s.k
	case assumeNe:
		ok = y != s.k
	case havoc:
		for k := range 3 {
			x.v[s.x] = k
			next[x] = true
		}
		return
	case load:
		if ok = 0 <= y && y < cells; ok {
			x.v[s.x] = x.m[y]
		}
	case store:
		if ok = 0 <= y && y < cells; ok {
			x.m[y] = z
		}
	case call:
		in := x
		in.v[0], in.v[1] = y, z
		for o := range e.exits(s.k, in) {
			after := x
			copy(after.v[numLocals:], o.v[numLocals:])
			after.m = o.m
			after.v[s.x] = o.v[2]
			next[after] = true
		}
		return
	}
	if ok {
		next[x] = true
	}
}

// reachable reports whether main can return.
func (e *explorer) reachable() bool {
	in := state{v: [numVars]int{1, 2, 0, 0, 1}, m: [cells]int{0, 1, 2}}
	for o := range e.exits(0, in) {
		if o.v[2] == 3 && o.v[3] != o.v[4] {
			return true
		}
	}
	return false
}

// Both engines agree with exhaustive execution.
func TestRandomPrograms(t *testing.T) {
	n := extent.Of(30, 150)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		e := &explorer{p: randomProgram(r), memo: map[string]map[state]bool{}}
		want := "safe"
		if e.reachable() {
			want = "unsafe"
		}
		for _, engine := range driver.SearchEngines() {
			for _, demand := range []verifier.Demand{verifier.DemandLate, verifier.DemandAtOnce} {
				rep, err := driver.Verify(context.Background(), "random.bpl", []byte(e.p.text()), driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: time.Hour},
					Engines:  driver.Engines{Engine: engine, Demand: demand, Invariants: true},
					Output:   driver.Output{Check: true},
				})
				if err != nil {
					t.Fatalf("seed %d, %s, demand %d: %v\n%s", seed, engine, demand, err, e.p.text())
				}
				if got := rep.Result.String(); got != want {
					t.Errorf("seed %d, %s, demand %d: got %s, want %s\n%s", seed, engine, demand, got, want, e.p.text())
				}
			}
		}
	}
}
