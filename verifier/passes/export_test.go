package passes

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/verifier/prog"
)

// RunSelecting prepares a program like Run, but copies no block to give a loop one entry.
func RunSelecting(ctx context.Context, p *prog.Program, opt Options) (*Result, error) {
	rows := table()
	for i := range rows {
		if rows[i].name == "loop" {
			rows[i].run = func(s *state) error { return s.extract(false) }
		}
	}
	return run(ctx, p, opt, &Result{}, rows)
}

// MakeReducible gives each loop of a program's entry one entry. It may copy so many blocks. It returns how many blocks
// the regions had in which it looked for loops.
func MakeReducible(ctx context.Context, p *prog.Program, copies int) (int, error) {
	x := newReducer(&state{ctx: ctx, p: p, st: p.Store, res: &Result{}}, p.Proc(p.Entry), prog.Propose)
	x.left = copies
	if !x.reduce([]region{x.whole()}) || !reducible(x.q) {
		return x.work, errors.New("not reducible")
	}
	return x.work, nil
}
