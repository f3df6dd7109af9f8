package driver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// A random program with threads is small enough for all interleavings. Its variables have few values: a is a formal, b a local, r
// the result, g and h are globals. Procedures call later ones only, and p0 is the entry.
type threadProgram struct {
	procs  []threadProc
	spawns int
}

type threadProc struct {
	blocks  []threadBlock
	ensures string // over a, r, g and h; empty if there is none
	results bool
}

type threadBlock struct {
	stmts []threadStmt
	succs []int
}

// threadStmt is x := y + k modulo 3, x, y := y, x, x == y + k modulo 3 or its negation as an assumption or assertion, a call, or
// a bracket of an atomic block.
type threadStmt struct {
	kind    string
	x, y    int
	k, proc int
}

var threadVars = []string{"a", "b", "r", "g", "h"}

const (
	varA = iota
	varB
	varR
	varG
	varH
)

func randomThreads(r *rand.Rand, asserts, loops bool) threadProgram {
	var p threadProgram
	n := 2 + r.IntN(2)
	for i := range n {
		q := threadProc{results: i > 0 && i+1 < n && r.IntN(2) == 0}
		if asserts && i > 0 && r.IntN(4) == 0 {
			q.ensures = "g != 2"
		}
		p.procs = append(p.procs, q)
	}
	for i := range n {
		blocks := 1 + r.IntN(3)
		for b := range blocks {
			var blk threadBlock
			open := false
			if i == 0 && b == 0 { // else most programs have no threads
				blk.stmts = p.async(blk.stmts, r)
			}
			for range 1 + r.IntN(3) {
				blk.stmts = append(blk.stmts, p.statement(r, i, asserts))
				if r.IntN(5) == 0 {
					blk.stmts = append(blk.stmts, threadStmt{kind: map[bool]string{false: "begin", true: "end"}[open]})
					open = !open
				}
			}
			if open {
				blk.stmts = append(blk.stmts, threadStmt{kind: "end"})
			}
			if b+1 < blocks {
				blk.succs = []int{b + 1}
				if other := b + 1 + r.IntN(blocks-b-1); other != b+1 {
					blk.succs = append(blk.succs, other)
				}
				if loops && b > 0 && r.IntN(2) == 0 {
					blk.succs = append(blk.succs, 1+r.IntN(b))
				}
			}
			p.procs[i].blocks = append(p.procs[i].blocks, blk)
		}
	}
	return p
}

// async appends calls that start threads.
func (p *threadProgram) async(to []threadStmt, r *rand.Rand) []threadStmt {
	for range 1 + r.IntN(2) {
		proc := 1 + r.IntN(len(p.procs)-1)
		if p.procs[proc].results {
			proc++ // the last one has none
		}
		p.spawns++
		to = append(to, threadStmt{kind: "async", y: r.IntN(5), proc: proc})
	}
	return to
}

func (p *threadProgram) statement(r *rand.Rand, proc int, asserts bool) threadStmt {
	s := threadStmt{x: 1 + r.IntN(4), y: r.IntN(5), k: r.IntN(3)}
	if later := len(p.procs) - 1 - proc; later > 0 {
		s.proc = proc + 1 + r.IntN(later)
		switch n := r.IntN(4); {
		case n == 0:
			s.kind = "call"
			return s
		case n == 1 && p.spawns < 3 && !p.procs[s.proc].results:
			p.spawns++
			s.kind = "async"
			return s
		}
	}
	switch n := r.IntN(10); {
	case n == 0 && s.y != varA:
		s.kind = "swap"
		if s.x == s.y {
			s.kind = "set"
		}
	case n < 3:
		s.kind = "assume ="
	case n == 3:
		s.kind = "assume !"
	case n < 6 && asserts:
		s.kind = "assert"
	default:
		s.kind = "set"
	}
	return s
}

// plus is y + k modulo 3.
func plus(y string, k int) string {
	if k == 0 {
		return y
	}
	return fmt.Sprintf("(%s + %d) mod 3", y, k)
}

func (p *threadProgram) text() string {
	var b strings.Builder
	b.WriteString("var g, h: int;\nprocedure corral_atomic_begin();\nprocedure corral_atomic_end();\n")
	for i, q := range p.procs {
		results, ensures := "", ""
		if q.results {
			results = " returns (r: int)"
		}
		if q.ensures != "" {
			ensures = " ensures " + q.ensures + ";"
		}
		locals := "var b: int; var r: int;"
		if q.results {
			locals = "var b: int;"
		}
		if i == 0 {
			fmt.Fprintf(&b, "procedure {:entrypoint} p0() modifies g, h;\n{ var a: int; %s a, b, r := 0, 0, 0;\n  g, h := 0, 1;\n", locals)
		} else {
			fmt.Fprintf(&b, "procedure p%d(a: int)%s modifies g, h;%s\n{ %s b, r := 0, 0;\n", i, results, ensures, locals)
		}
		for j, blk := range q.blocks {
			fmt.Fprintf(&b, " L%d:\n", j)
			for _, s := range blk.stmts {
				fmt.Fprintf(&b, "  %s\n", p.stmtText(s))
			}
			var to []string
			for _, t := range blk.succs {
				to = append(to, fmt.Sprintf("L%d", t))
			}
			if to == nil {
				b.WriteString("  return;\n")
			} else {
				fmt.Fprintf(&b, "  goto %s;\n", strings.Join(to, ", "))
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func (p *threadProgram) stmtText(s threadStmt) string {
	x, y := threadVars[s.x], threadVars[s.y]
	switch s.kind {
	case "set":
		return fmt.Sprintf("%s := %s;", x, plus(y, s.k))
	case "swap":
		return fmt.Sprintf("%s, %s := %s, %s;", x, y, y, x)
	case "assume =":
		return fmt.Sprintf("assume %s == %s;", x, plus(y, s.k))
	case "assume !":
		return fmt.Sprintf("assume %s != %s;", x, plus(y, s.k))
	case "assert":
		return fmt.Sprintf("assert %s != %s;", x, plus(y, s.k))
	case "async":
		return fmt.Sprintf("async call p%d(%s);", s.proc, y)
	case "call":
		if p.procs[s.proc].results {
			return fmt.Sprintf("call %s := p%d(%s);", x, s.proc, y)
		}
		return fmt.Sprintf("call p%d(%s);", s.proc, y)
	}
	return fmt.Sprintf("call corral_atomic_%s();", s.kind)
}

// frame is a call amid its execution.
type threadFrame struct {
	proc, block, stmt int
	locals            [3]int
	result            int // of the call at the present statement, plus one; 0 if it has not returned
}

// threadState is a thread amid its execution.
type threadState struct {
	path   []int // its place among the threads in the order of a sequential execution
	spawns int
	frames []threadFrame
}

// key says where the next step is in the order of a round.
func (t *threadState) key() []int { return append(slices.Clone(t.path), 2*t.spawns) }

type state struct {
	globals [2]int
	threads []threadState
	atomic  int // the thread in an atomic block, plus one
	round   int
	last    []int // the key of the last step
	event   int
}

func (s *state) clone() *state {
	c := *s
	c.threads = slices.Clone(s.threads)
	for i := range c.threads {
		c.threads[i].frames = slices.Clone(c.threads[i].frames)
	}
	return &c
}

// event is a change of a global or the creation of a thread.
type event struct {
	path  string
	what  string // g, h, or spawn
	value string
}

// explorer executes all interleavings within a number of rounds. It knows nothing of how threads are sequentialised.
type explorer struct {
	p        *threadProgram
	contexts int
	events   []event // if not nil, what happens
	failing  string  // then: the path of the thread that fails
	seen     map[string]bool
	gaveUp   bool
	returns  bool // ask whether the first thread returns, not whether an assertion fails
}

// What is explored at most: loops may start threads.
const (
	maxStates  = 20_000
	maxThreads = 6
)

// reached reports whether a failing assertion or the return of the first thread is reached.
func (e *explorer) reached() bool {
	e.seen = map[string]bool{}
	first := &state{threads: []threadState{{frames: []threadFrame{{}}}}, globals: [2]int{0, 1}}
	if len(e.events) > 0 {
		first.event = 2 // g, h := 0, 1
	}
	work := []*state{first}
	for len(work) > 0 {
		s := work[len(work)-1]
		if e.gaveUp = len(e.seen) > maxStates || len(s.threads) > maxThreads; e.gaveUp {
			return false
		}
		work = work[:len(work)-1]
		for i := range s.threads {
			if s.atomic != 0 && s.atomic != i+1 || len(s.threads[i].frames) == 0 {
				continue
			}
			round, key := s.round, s.threads[i].key()
			if slices.Compare(key, s.last) < 0 {
				round++
			}
			if round >= e.contexts {
				continue
			}
			next, bad := e.step(s, i)
			if bad {
				return true
			}
			for _, n := range next {
				n.round, n.last = round, key
				if text := fmt.Sprint(*n); !e.seen[text] {
					e.seen[text] = true
					work = append(work, n)
				}
			}
		}
	}
	return false
}

func (s *state) value(f *threadFrame, v int) int {
	if v >= varG {
		return s.globals[v-varG]
	}
	return f.locals[v]
}

// happens reports whether the next event is this one, if there are any.
func (e *explorer) happens(s *state, t *threadState, what string, value int) bool {
	if e.events == nil {
		return true
	}
	if s.event == len(e.events) {
		return false
	}
	want := event{fmt.Sprint(t.path), what, fmt.Sprint(value)}
	s.event++
	return e.events[s.event-1] == want
}

func (e *explorer) set(s *state, t *threadState, f *threadFrame, v, x int) bool {
	if v >= varG {
		s.globals[v-varG] = x
		return e.happens(s, t, threadVars[v], x)
	}
	f.locals[v] = x
	return true
}

// fails reports whether a failure of t is the one that is looked for.
func (e *explorer) fails(s *state, t *threadState) bool {
	return !e.returns && (e.events == nil || s.event == len(e.events) && fmt.Sprint(t.path) == e.failing)
}

// step lets a thread take a step.
func (e *explorer) step(from *state, i int) (next []*state, bad bool) {
	s := from.clone()
	t := &s.threads[i]
	f := &t.frames[len(t.frames)-1]
	q := &e.p.procs[f.proc]
	blk := &q.blocks[f.block]
	if f.stmt == len(blk.stmts) {
		return e.jump(s, i)
	}
	c := blk.stmts[f.stmt]
	f.stmt++
	x, y := s.value(f, c.x), (s.value(f, c.y)+c.k)%3
	ok := true
	switch c.kind {
	case "set":
		ok = e.set(s, t, f, c.x, y)
	case "swap":
		a, b := s.value(f, c.x), s.value(f, c.y)
		ok = e.set(s, t, f, c.x, b) && e.set(s, t, f, c.y, a)
	case "assume =":
		ok = x == y
	case "assume !", "assert":
		ok = x != y
		if !ok && c.kind == "assert" {
			return nil, e.fails(s, t)
		}
	case "begin":
		s.atomic = i + 1
	case "end":
		s.atomic = 0
	case "async":
		child := append(slices.Clone(t.path), 2*t.spawns+1)
		ok = e.happens(s, t, "spawn", 0)
		t.spawns++
		s.threads = append(s.threads, threadState{path: child, frames: []threadFrame{{proc: c.proc, locals: [3]int{s.value(f, c.y), 0, 0}}}})
	case "call":
		switch {
		case f.result == 0:
			f.stmt--
			t.frames = append(t.frames, threadFrame{proc: c.proc, locals: [3]int{s.value(f, c.y), 0, 0}})
		case e.p.procs[c.proc].results:
			x := f.result - 1
			f.result = 0
			ok = e.set(s, t, f, c.x, x)
		default:
			f.result = 0
		}
	}
	if !ok {
		return nil, false
	}
	return []*state{s}, false
}

// jump ends a block.
func (e *explorer) jump(s *state, i int) (next []*state, bad bool) {
	t := &s.threads[i]
	f := &t.frames[len(t.frames)-1]
	q := &e.p.procs[f.proc]
	for _, to := range q.blocks[f.block].succs {
		n := s.clone()
		g := &n.threads[i].frames[len(t.frames)-1]
		g.block, g.stmt = to, 0
		next = append(next, n)
	}
	if next != nil {
		return next, false
	}
	if q.ensures != "" && s.globals[0] == 2 {
		return nil, e.fails(s, t)
	}
	result := f.locals[varR]
	t.frames = t.frames[:len(t.frames)-1]
	if n := len(t.frames); n > 0 {
		t.frames[n-1].result = result + 1
	} else if i == 0 && e.returns {
		return nil, true
	}
	return []*state{s}, false
}

// events returns what happens in a trace, and the path of the thread that fails.
func events(t *verifier.Trace) (all []event, failing string) {
	paths := map[int][]int{1: nil}
	spawns := map[int]int{}
	begun := false
	for _, s := range t.Steps {
		path := fmt.Sprint(paths[s.Thread])
		switch s.Kind {
		case prog.StepBlock:
			begun = true
		case prog.StepSpawn:
			paths[s.Started] = append(slices.Clone(paths[s.Thread]), 2*spawns[s.Thread]+1)
			spawns[s.Thread]++
			all = append(all, event{path, "spawn", "0"})
		case prog.StepAssign:
			if begun && (s.Label == "g" || s.Label == "h") {
				all = append(all, event{path, s.Label, s.Value})
			}
		case prog.StepFail:
			failing = path
		}
	}
	return all, failing
}
