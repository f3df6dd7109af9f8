package front_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// toy is a language of lines with a statement each, over integers: all that another language has to do is here.
//
//	input x | x = y + 1 | assert x < 9 | if x < 9 ... end | while x < 9 ... end
type toy struct{}

func (toy) Suffixes() []string { return []string{".toy"} }

func (toy) Load(files prog.Files, st *term.Store, _ front.Query) (*front.Loaded, error) {
	q := &prog.Proc{Name: "main", CountName: "main"}
	p := &prog.Program{
		File: files[0].Name, Files: files, Store: st, Vars: make([]prog.Var, 1),
		Procs: []*prog.Proc{q}, Entries: []prog.ProcID{0}, Entry: prog.NoProc,
	}
	r := reader{Program: p, q: q, lines: strings.Split(string(files[0].Text), "\n"), vars: map[string]prog.VarID{}, ways: map[prog.NodeID]way{}}
	q.Node = r.NewNode(prog.Pos{Line: 1, Col: 1})
	r.block("begin", q.Node)
	if r.statements(); r.err != nil {
		return nil, r.err
	}
	return &front.Loaded{Program: p, Source: &source{p, r.lines, r.ways}, Language: "Toy", Ordinary: true}, nil
}

// reader lowers the lines.
type reader struct {
	*prog.Program
	q     *prog.Proc
	lines []string
	line  int // the next one
	vars  map[string]prog.VarID
	ways  map[prog.NodeID]way
	err   error
}

// way is one of two ways of a statement, which begins with a block of its own.
type way struct {
	stmt prog.NodeID
	yes  bool
}

// block begins a block.
func (r *reader) block(label string, at prog.NodeID) (b int32) {
	b = int32(len(r.q.Blocks))
	r.q.Blocks = append(r.q.Blocks, prog.Block{Label: fmt.Sprint(label, b), Node: at})
	return b
}

func (r *reader) jump(from, to int32) { r.q.Blocks[from].Succs = append(r.q.Blocks[from].Succs, to) }

// emit adds a command to the last block.
func (r *reader) emit(c prog.Cmd) {
	b := &r.q.Blocks[len(r.q.Blocks)-1]
	b.Cmds = append(b.Cmds, c)
}

// statements reads lines up to an end.
func (r *reader) statements() {
	for r.line < len(r.lines) && r.err == nil {
		words := strings.Fields(r.lines[r.line])
		r.line++
		at := r.NewNode(prog.Pos{Line: int32(r.line), Col: 1})
		switch {
		case len(words) == 0:
		case words[0] == "end":
			return
		case words[0] == "input" && len(words) == 2:
			r.emit(prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{r.variable(words[1])}, Node: at})
		case words[0] == "assert":
			r.emit(prog.Cmd{Kind: prog.Assert, Cond: r.condition(words[1:]), Node: at})
		case words[0] == "if", words[0] == "while":
			r.branch(r.condition(words[1:]), at, words[0] == "while")
		case len(words) > 2 && words[1] == "=":
			v, t := r.variable(words[0]), r.sum(words[2:])
			r.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}, Node: at})
		default:
			r.err = fmt.Errorf("%s: no statement", r.Place(r.Pos(at)))
		}
	}
}

// branch reads what is done if a condition holds, or while it does.
func (r *reader) branch(cond term.Term, at prog.NodeID, loop bool) {
	head := int32(len(r.q.Blocks) - 1)
	if loop {
		head = r.block("head", at)
		r.jump(head-1, head)
	}
	r.jump(head, r.way(at, true))
	r.emit(prog.Cmd{Kind: prog.Assume, Cond: cond, Node: at})
	r.statements()
	end := int32(len(r.q.Blocks) - 1)
	no := r.way(at, false)
	r.jump(head, no)
	r.emit(prog.Cmd{Kind: prog.Assume, Cond: r.Store.Not(cond), Node: at})
	if loop {
		r.jump(end, head)
		return
	}
	after := r.block("after", at)
	r.jump(end, after)
	r.jump(no, after)
}

// way begins the block of a way of a statement.
func (r *reader) way(at prog.NodeID, yes bool) int32 {
	n := r.NewNode(r.Pos(at))
	r.ways[n] = way{at, yes}
	return r.block(map[bool]string{true: "yes", false: "no"}[yes], n)
}

func (r *reader) condition(words []string) term.Term {
	for i, w := range words {
		switch w {
		case "<":
			return r.Store.Lt(r.sum(words[:i]), r.sum(words[i+1:]))
		case "==":
			return r.Store.Eq(r.sum(words[:i]), r.sum(words[i+1:]))
		}
	}
	r.err = fmt.Errorf("%s:%d:1: no condition", r.File, r.line)
	return r.Store.True()
}

func (r *reader) sum(words []string) term.Term {
	var of []term.Term
	for _, w := range words {
		var n int64
		switch _, err := fmt.Sscan(w, &n); {
		case w == "+":
		case err == nil:
			of = append(of, r.Store.Int(n))
		default:
			of = append(of, r.Var(r.variable(w)).Term)
		}
	}
	return r.Store.Add(of...)
}

func (r *reader) variable(name string) prog.VarID {
	v, ok := r.vars[name]
	if !ok {
		v = r.NewVar(name, prog.Local, term.Int, 0)
		r.vars[name], r.q.Locals = v, append(r.q.Locals, v)
	}
	return v
}

// source is a front.Source.
type source struct {
	*prog.Program
	lines []string
	ways  map[prog.NodeID]way
}

func (s *source) Statement(n prog.NodeID) front.Statement {
	if n == 0 {
		return front.Statement{}
	}
	text := strings.TrimSpace(s.lines[s.Pos(n).Line-1])
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "if", "while":
		return front.Statement{Kind: front.Branching, Text: text, Condition: rest}
	case "assert":
		return front.Statement{Kind: front.Assertion, Text: text, Condition: rest}
	}
	return front.Statement{Text: text}
}

func (s *source) Way(block prog.NodeID) *front.Way {
	w, ok := s.ways[block]
	if !ok {
		return &front.Way{}
	}
	st := s.Statement(w.stmt)
	loop := strings.HasPrefix(st.Text, "while")
	return &front.Way{Node: w.stmt, Text: st.Text, Condition: st.Condition, Holds: w.yes, Loop: loop, Head: w.stmt}
}

func (s *source) Name(proc string) string { return proc }

// TestToy: a language costs no more than this.
func TestToy(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{"input n\ni = 0\nwhile i < n\n i = i + 1\nend\nassert i < 3", `1  main begins
1  input n  -- n = 3
2  i = 0  -- i = 0
3  iteration 1 of while i < n [n = 3, i = 0]
4  i = i + 1  -- i = 1
3  iteration 2 of while i < n [n = 3, i = 1]
4  i = i + 1  -- i = 2
3  iteration 3 of while i < n [n = 3, i = 2]
4  i = i + 1  -- i = 3
3  while i < n  -- is false [n = 3, i = 3]
6  assert i < 3  -- this fails: i < 3 [i = 3]
`},
		{"input n\nif n < 0\n n = 0\nend\nassert 0 < n + 1", "safe"},
		{"x = 1\nx + 1", "p.toy:2:1: no statement"},
	} {
		opt := driver.Options{
			Question: driver.Question{Front: toy{}, Bound: 5},
			Limits:   driver.Limits{Unbounded: time.Hour},
			Engines:  driver.Engines{Engine: "corral", Invariants: true},
		}
		rep, err := driver.Verify(t.Context(), "p.toy", []byte(c.program), opt)
		if err != nil {
			if err.Error() != c.want {
				t.Error(err)
			}
			continue
		}
		var b strings.Builder
		if rep.Result.Trace() == nil {
			b.WriteString(rep.String())
		} else if err := report.Text(&b, report.New(rep, ""), true); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s:\n%s", c.program, b.String())
		}
	}
}
