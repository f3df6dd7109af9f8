package validate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// composed checks a proof by cases (verifier.Split): the parts, each under the decisions that the splits above it make,
// and that the two halves of each split speak of the same call site.
//
// An instance is what it is by its procedure and by the call sites of earlier instances through which it is entered,
// opened or not (inline.Tree.Entries). So if two trees agree on an instance and on all before it, then an execution
// enters it in both or in none, by the same call, and passes the block of a call site of it in both or in none: one of
// the two halves is about this execution. For that no execution may pass two of the call sites through which an
// instance is entered, whether they are opened or not; of a proof in one part only those matter that are.
type composed struct {
	ctx    context.Context
	sys    *vc.System
	r      verifier.Result
	config inline.Config

	proved    []bool // by vc.ProcID: the facts of its template are
	instances int    // in all parts
}

// sameProcs reports whether two lists have the same procedures.
func sameProcs(a, b []vc.ProcID) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}

// origin is what an instance is.
type origin struct {
	proc    vc.ProcID
	entries []verifier.SiteRef
}

func (o origin) isSame(p origin) bool { return o.proc == p.proc && slices.Equal(o.entries, p.entries) }

// Half checks a proof as Proof does that is about executions only for which decisions hold.
func Half(ctx context.Context, sys *vc.System, r verifier.Result, decided []verifier.Decision, c inline.Config) (Report,
	error) {
	if r.Proof() == nil {
		return Report{}, fmt.Errorf("validate: the verdict %v has no proof", r.Verdict())
	}
	start := time.Now()
	if wrong := misshapen(r.Proof(), r.Verdict(), decided); wrong != "" {
		return Report{Refuted: true, Wrong: wrong}, nil
	}
	x := &composed{ctx: ctx, sys: sys, r: r, config: c, proved: make([]bool, len(sys.Procs))}
	_, rep, err := x.half(r.Proof(), decided)
	rep.Instances, rep.Elapsed = x.instances, time.Since(start)
	return rep, err
}

// misshapen says what is wrong with a proof under decisions by what it says of itself and of its parts. It comes first,
// since it takes no solver and no time: else a part that is hard to check had the rest go unread.
func misshapen(p *verifier.Proof, v verifier.Verdict, above []verifier.Decision) string {
	for _, d := range p.Decided {
		if !slices.Contains(above, d) {
			return fmt.Sprintf("it is about a part of the executions: %v", d)
		}
	}
	switch {
	case p.Levels != nil || p.Runs != nil:
		return "a proof about all executions is a half"
	case p.Split == nil && len(p.Blocked) > 0 && v != verifier.SafeUpToBound:
		return "it blocks calls, and says that it holds for all bounds"
	case p.Split == nil && (len(p.Blocked) > 0) != (len(p.Cut) > 0):
		return fmt.Sprintf("it blocks %d call sites, and says that it does not cover calls of %v", len(p.Blocked), p.Cut)
	case p.Split == nil:
		return ""
	case len(p.Opened)+len(p.Blocked)+len(p.Facts)+len(p.Loops) > 0 || p.Cone != nil || p.Wide || p.Plain:
		return "a proof by cases has parts, and something else"
	}
	site := p.Split.Site
	var cut []vc.ProcID
	for i, q := range []*verifier.Proof{p.Split.Block, p.Split.Must} {
		if q == nil {
			return fmt.Sprintf("a half of the split on call site %v is missing", site)
		}
		with := append(slices.Clip(above), verifier.Decision{Site: site, Must: i == 1})
		if wrong := misshapen(q, v, with); wrong != "" {
			return wrong
		}
		cut = append(cut, q.Cut...)
	}
	if !sameProcs(p.Cut, cut) {
		return fmt.Sprintf("it says that it does not cover calls beyond the bound of %v, and its halves those of %v",
			p.Cut, cut)
	}
	return ""
}

// half checks a proof under decisions, and returns the instances on which all of its parts agree.
func (x *composed) half(p *verifier.Proof, above []verifier.Decision) ([]origin, Report, error) {
	if p.Split == nil {
		return x.part(p, above)
	}
	wrong := func(format string, args ...any) ([]origin, Report, error) {
		return nil, Report{Refuted: true, Wrong: fmt.Sprintf(format, args...)}, nil
	}
	site := p.Split.Site
	var both [2][]origin
	for i, q := range []*verifier.Proof{p.Split.Block, p.Split.Must} {
		var rep Report
		var err error
		with := append(slices.Clip(above), verifier.Decision{Site: site, Must: i == 1})
		if both[i], rep, err = x.half(q, with); err != nil || !rep.Confirmed {
			return nil, rep, err
		}
	}
	n := 0
	for n < min(len(both[0]), len(both[1])) && both[0][n].isSame(both[1][n]) {
		n++
	}
	if site.Instance < 0 || int(site.Instance) >= n {
		return wrong("the halves of the split on call site %v have different instances", site)
	}
	if s := x.sys.Procs[both[0][site.Instance].proc].Sites; site.Site < 0 || int(site.Site) >= len(s) {
		return wrong("there is no call site %v to split on", site)
	}
	return both[0][:n], Report{Confirmed: true}, nil
}

// part checks a proof that is not composed.
func (x *composed) part(p *verifier.Proof, above []verifier.Decision) ([]origin, Report, error) {
	u := &unfolded{sys: verifier.WithFacts(x.sys, p.Facts), r: x.r, p: p, config: x.config, split: len(above) > 0}
	rep, err := u.refute(x.ctx)
	x.instances += rep.Instances
	if err != nil || !rep.Confirmed {
		return nil, rep, err
	}
	procs := used(u.sys, u.tree)
	if !p.Learned() { // what another part has proved is proved
		procs = slices.DeleteFunc(procs, func(q *vc.Proc) bool {
			done := x.proved[q.ID]
			x.proved[q.ID] = true
			return done
		})
	}
	if rep, err = prove(x.ctx, u.sys, procs, newLoops(x.sys, p.Loops), x.config); err != nil || !rep.Confirmed {
		return nil, rep, err
	}
	q := newClaims(x.ctx, u.sys, u.tree, x.config)
	q.only(p.Cone)
	if rep, err = q.prove(u.shared); err != nil || !rep.Confirmed {
		return nil, rep, err
	}
	var list []origin
	for i := range u.tree.NumInstances() {
		c := inline.InstID(i)
		list = append(list, origin{u.tree.Proc(c).ID, u.tree.Entries(c)})
	}
	return list, rep, nil
}

// unfolded is a tree of instances that is made again from a proof that is not composed.
type unfolded struct {
	sys    *vc.System // with the facts of the proof
	r      verifier.Result
	p      *verifier.Proof
	config inline.Config
	split  bool // other parts are compared with it
	tree   *inline.Tree
	shared *calls
}

// refute makes the tree and refutes all executions.
func (u *unfolded) refute(ctx context.Context) (Report, error) {
	s, mk, done, err := tools(u.sys, u.config)
	if err != nil {
		return Report{}, err
	}
	defer done()
	if u.p.Cone != nil {
		s = &coneOnly{Solver: s, cone: u.p.Cone}
	}
	u.tree = inline.Rebuild(u.sys, mk, s, u.p)
	report := func(confirmed bool, why reason.Reason) (Report, error) {
		return Report{Confirmed: confirmed, Why: why, Instances: u.tree.NumInstances()}, nil
	}
	wrong := func(text string) (Report, error) {
		return Report{Refuted: true, Wrong: text, Instances: u.tree.NumInstances()}, nil
	}
	if text := u.open(ctx); text != "" {
		return wrong(text)
	}
	if ctx.Err() != nil {
		return report(false, reason.Of(limit.ContextReason(ctx)))
	}
	assumed, text := u.assumptions()
	if text != "" {
		return wrong(text)
	}
	switch out := s.Check(ctx, assumed); {
	case out.Status == inline.StatusUnsat:
		return report(true, reason.Reason{})
	case out.Status == inline.StatusSat:
		return wrong("satisfiable")
	case ctx.Err() != nil:
		return report(false, reason.Of(limit.ContextReason(ctx)))
	default:
		return report(false, out.Reason)
	}
}

// open opens the call sites of the proof. It returns what is wrong with them.
func (u *unfolded) open(ctx context.Context) (wrong string) {
	u.shared = newCalls(u.tree)
	for i, ref := range u.p.Opened {
		inst, ok := u.tree.Reopen(ref)
		if !ok {
			return fmt.Sprintf("opened call site %d does not exist", i)
		}
		if !u.split {
			u.shared.add(inst, ref)
		} else if !slices.Contains(u.tree.Entries(inst), ref) {
			return fmt.Sprintf("opened call site %d is not known to enter instance %d", i, inst)
		}
	}
	for i := range u.tree.NumInstances() {
		if u.split {
			for _, ref := range u.tree.Entries(inline.InstID(i)) {
				u.shared.add(inline.InstID(i), ref)
			}
		}
	}
	for i := range u.tree.NumInstances() {
		if ctx.Err() != nil {
			return ""
		}
		if !u.shared.exclusive(inline.InstID(i)) {
			return fmt.Sprintf("instance %d is entered by two call sites on the same path", i)
		}
	}
	return ""
}

// assumptions returns what the refutation assumes: that no execution passes a blocked call site, and what is decided.
func (u *unfolded) assumptions() (out []term.Term, wrong string) {
	st := u.sys.Store
	var cut []vc.ProcID
	for i, ref := range u.p.Blocked {
		site, ok := u.tree.SiteOf(ref)
		if !ok || !u.tree.IsOpen(site) {
			return nil, fmt.Sprintf("blocked call site %d does not exist", i)
		}
		if u.r.Verdict() != verifier.SafeUpToBound || u.tree.Allowed(site, u.r.Bound()) {
			return nil, fmt.Sprintf("blocked call site %d is within the bound", i)
		}
		cut = append(cut, u.tree.Callee(site))
		out = append(out, st.Not(u.tree.Guard(site)))
	}
	if !sameProcs(u.p.Cut, cut) {
		return nil, fmt.Sprintf("it says that it does not cover calls beyond the bound of %v, and blocks those of %v",
			u.p.Cut, cut)
	}
	for _, d := range u.p.Decided {
		site, ok := u.tree.SiteOf(d.Site)
		if !ok {
			return nil, fmt.Sprintf("there is no call site %v to decide about", d.Site)
		}
		guard := u.tree.Passing(site)
		if !d.Must {
			guard = st.Not(guard)
		}
		out = append(out, guard)
	}
	return out, ""
}
