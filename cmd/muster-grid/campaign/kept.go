package campaign

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/prog"
)

// begin has a job done, unless the grid has kept an answer to it.
func (r *runner) begin(ctx context.Context, j *grid.Job, files prog.Files) error {
	r.mu.Lock()
	j.Anew = r.Anew || r.tasks[j.Number].anew
	r.mu.Unlock()
	x, err := r.kept(ctx, j)
	if err != nil {
		r.Log.Warn("an answer that was kept is not used", "task", j.Name, "error", err)
	}
	if x == nil {
		return r.client.Submit(ctx, j, files)
	}
	if err = r.take(ctx, x); errors.Is(err, errDone) {
		r.cancel(err)
		return nil
	}
	return err
}

// kept returns what the grid has kept of an earlier campaign that answers a job in its first round; nil if there is
// nothing, or nothing that may be believed.
func (r *runner) kept(ctx context.Context, j *grid.Job) (*grid.Received, error) {
	if j.Anew || j.Round > 0 {
		return nil, nil
	}
	var rounds []*grid.Job
	for round := range r.Rounds {
		rounds = append(rounds, r.inRound(j, round))
	}
	x, err := r.client.Kept(ctx, rounds)
	if x == nil || err != nil {
		return nil, err
	}
	row, err := believable(x)
	if err == nil && r.Confirm != nil && r.doubtful(row) {
		_, err = r.client.Evidence(ctx, x.Result)
	}
	if err != nil {
		return nil, err
	}
	return x, nil
}

// refuse has workers do a task of which an answer was kept that is not confirmed, unless the task has a result of its
// own by now.
func (r *runner) refuse(ctx context.Context, i int) error {
	r.mu.Lock()
	t := &r.tasks[i]
	own := t.own
	t.asked, t.kept, t.anew, t.round, t.cpu, t.own = false, false, true, 0, 0, nil
	r.mu.Unlock()
	for _, x := range own {
		if err := r.take(ctx, x); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting[0] = append(r.waiting[0], i) // next passes over what has a result
	r.changed.Broadcast()
	return nil
}
