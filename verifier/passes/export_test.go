package passes

import (
	"context"

	"github.com/muster-smt/muster/verifier/prog"
)

// RunSelecting prepares a program like Run, but copies no block to give a loop one entry.
func RunSelecting(ctx context.Context, p *prog.Program, opt Options) (*Result, error) {
	rows := table()
	for i := range rows {
		if rows[i].name == "loop" {
			rows[i].run = func(s *state) error { return s.extract(0) }
		}
	}
	return run(ctx, p, opt, &Result{}, rows)
}
