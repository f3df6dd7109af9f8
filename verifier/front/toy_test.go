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
	q := &prog.Proc{Name: "main", CountName: "main", Pos: prog.Pos{Line: 1, Col: 1}}
	p := &prog.Program{
		File: files[0].Name, Files: files, Store: st, Vars: make([]prog.Var, 1),
		Procs: []*prog.Proc{q}, Entries: []prog.ProcID{0}, Entry: prog.NoProc,
	}
	r := reader{Program: p, q: q, lines: strings.Split(string(files[0].Text), "\n"), vars: map[string]prog.VarID{}}
	r.block("begin", q.Pos)
	if r.statements(); r.err != nil {
		return nil, r.err
	}
	return &front.Loaded{Program: p, Source: lines(r.lines), Language: "Toy", Ordinary: true}, nil
}

// reader lowers the lines.
type reader struct {
	*prog.Program
	q     *prog.Proc
	lines []string
	line  int // the next one
	vars  map[string]prog.VarID
	err   error
}

// block begins a block.
func (r *reader) block(label string, at prog.Pos) (b int32) {
	b = int32(len(r.q.Blocks))
	r.q.Blocks = append(r.q.Blocks, prog.Block{Label: fmt.Sprint(label, b), Pos: at})
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
		at := prog.Pos{Line: int32(r.line), Col: 1}
		switch {
		case len(words) == 0:
		case words[0] == "end":
			return
		case words[0] == "input" && len(words) == 2:
			r.emit(prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{r.variable(words[1])}, Pos: at})
		case words[0] == "assert":
			r.emit(prog.Cmd{Kind: prog.Assert, Cond: r.condition(words[1:]), Pos: at})
		case words[0] == "if", words[0] == "while":
			r.branch(r.condition(words[1:]), at, words[0] == "while")
		case len(words) > 2 && words[1] == "=":
			v, t := r.variable(words[0]), r.sum(words[2:])
			r.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}, Pos: at})
		default:
			r.err = fmt.Errorf("%s: no statement", r.Place(at))
		}
	}
}

// branch reads what is done if a condition holds, or while it does.
func (r *reader) branch(cond term.Term, at prog.Pos, loop bool) {
	head := int32(len(r.q.Blocks) - 1)
	if loop {
		head = r.block("head", at)
		r.jump(head-1, head)
	}
	r.jump(head, r.block("yes", at))
	r.emit(prog.Cmd{Kind: prog.Assume, Cond: cond, Pos: at})
	r.statements()
	end := int32(len(r.q.Blocks) - 1)
	no := r.block("no", at)
	r.jump(head, no)
	r.emit(prog.Cmd{Kind: prog.Assume, Cond: r.Store.Not(cond), Pos: at})
	if loop {
		r.jump(end, head)
		return
	}
	after := r.block("after", at)
	r.jump(end, after)
	r.jump(no, after)
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
		v = r.NewVar(name, prog.Local, term.Int, prog.Pos{})
		r.vars[name], r.q.Locals = v, append(r.q.Locals, v)
	}
	return v
}

// lines are a front.Source.
type lines []string

func (l lines) Statement(at prog.Pos) front.Statement {
	if at.Line < 1 || int(at.Line) > len(l) {
		return front.Statement{}
	}
	text := strings.TrimSpace(l[at.Line-1])
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "if", "while":
		return front.Statement{Kind: front.Branching, Text: text, Condition: rest}
	case "assert":
		return front.Statement{Kind: front.Assertion, Text: text, Condition: rest}
	}
	return front.Statement{Text: text}
}

func (l lines) Way(at prog.Pos, label string) *front.Way {
	st, yes := l.Statement(at), strings.HasPrefix(label, "yes")
	switch {
	case st.Kind != front.Branching:
		return nil
	case !yes && !strings.HasPrefix(label, "no"):
		return &front.Way{}
	}
	loop := strings.HasPrefix(st.Text, "while")
	return &front.Way{At: at, Text: st.Text, Condition: st.Condition, Holds: yes, Loop: loop, Head: at}
}

func (l lines) Name(proc string) string { return proc }

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
		opt := driver.Options{Front: toy{}, Engine: "corral", Bound: 5, Unbounded: time.Hour, Invariants: true}
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
