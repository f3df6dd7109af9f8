package abstract

import (
	"fmt"

	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// frame is an instance of a procedure on a path.
type frame struct {
	proc   *prog.Proc // of the program
	visits []visit
}

// visit is a block that a frame goes through, with the instances that its calls make, in order.
type visit struct {
	block int32
	calls []*frame
}

// errorf returns an error with the place of the last block.
func (f *frame) errorf(p *prog.Program, format string, args ...any) error {
	at := f.proc.Node
	if n := len(f.visits); n > 0 {
		at = f.proc.Blocks[f.visits[n-1].block].Node
	}
	return fmt.Errorf("%s: %s", p.Place(p.Pos(at)), fmt.Sprintf(format, args...))
}

// pathOf returns the path of an execution of an abstraction, in the program: both have the
// same procedures, blocks and calls.
func pathOf(core *prog.Program, t *interp.Trace) (*frame, error) {
	root := &frame{proc: core.Proc(core.Entry)}
	stack := []*frame{root}
	for _, s := range t.Steps {
		f := stack[len(stack)-1]
		switch s.Kind {
		case prog.StepBlock:
			if s.Proc != f.proc.ID || int(s.Block) >= len(f.proc.Blocks) {
				return nil, f.errorf(core, "the path leaves %s", f.proc.Name)
			}
			f.visits = append(f.visits, visit{block: s.Block})
		case prog.StepCall:
			if len(f.visits) == 0 {
				return nil, f.errorf(core, "the path calls before it enters %s", f.proc.Name)
			}
			c := &frame{proc: core.Proc(s.Proc)}
			v := &f.visits[len(f.visits)-1]
			v.calls = append(v.calls, c)
			stack = append(stack, c)
		case prog.StepReturn:
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return nil, f.errorf(core, "the path returns too often")
			}
		}
	}
	return root, nil
}
