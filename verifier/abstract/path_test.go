package abstract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestPathOf makes paths of steps: a number is a block, of another procedure behind its name; a name is a call, and ) a
// return. What is no path is refused with the place of the last block.
func TestPathOf(t *testing.T) {
	const src = `procedure p() {
  assume true;
}
procedure main() {
  if (*) {
    call p();
  }
  A: assume true;
}`
	for _, x := range []struct{ steps, want string }{
		{"0", "main[0]"},
		{"0 1 p 0 ) 2", "main[0 1(p[0]) 2]"},
		{"0 1 p 0 ) 9", "a.bpl:8:3: the path leaves main"},
		{"0 p 0 ) p 0 )", "main[0(p[0])(p[0])]"},
		{"0 9", "a.bpl:5:3: the path leaves main"},
		{"0 1 p 0 ) 2 9", "a.bpl:5:3: the path leaves main"},
		{"0 p:0", "a.bpl:5:3: the path leaves main"},
		{"0 1 p 0 main:0", "a.bpl:2:3: the path leaves p"},
		{"0 1 p 9", "a.bpl:1:11: the path leaves p"},
		{"p", "a.bpl:4:11: the path calls before it enters main"},
		{"0 )", "a.bpl:5:3: the path returns too often"},
	} {
		p, err := boogie.Load("a.bpl", []byte(src), term.NewStore())
		if err != nil {
			t.Fatal(err)
		}
		p.Entry = p.Lookup("main").ID
		trace, in := &interp.Trace{}, []prog.ProcID{p.Entry}
		for _, w := range strings.Fields(x.steps) {
			s := interp.TraceStep{Kind: prog.StepBlock, Proc: in[len(in)-1]}
			switch {
			case strings.Contains(w, ":"):
				name, block, _ := strings.Cut(w, ":")
				s.Proc, s.Block = p.Lookup(name).ID, int32(block[0]-'0')
			case w == ")":
				s.Kind = prog.StepReturn
				in = in[:len(in)-1]
			case w[0] > '9':
				s.Kind, s.Proc = prog.StepCall, p.Lookup(w).ID
				in = append(in, s.Proc)
			default:
				s.Block = int32(w[0] - '0')
			}
			trace.Steps = append(trace.Steps, s)
		}
		f, err := pathOf(p, trace)
		got := fmt.Sprint(err)
		if err == nil {
			got = f.text()
		}
		if got != x.want {
			t.Errorf("%s: got %s, want %s", x.steps, got, x.want)
		}
	}
}

// text returns a path as text.
func (f *frame) text() string {
	var blocks []string
	for _, v := range f.visits {
		b := fmt.Sprint(v.block)
		for _, c := range v.calls {
			b += "(" + c.text() + ")"
		}
		blocks = append(blocks, b)
	}
	return f.proc.Name + "[" + strings.Join(blocks, " ") + "]"
}
