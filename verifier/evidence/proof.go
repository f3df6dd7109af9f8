package evidence

import (
	"fmt"
	"math"
	"slices"

	"github.com/muster-smt/muster/verifier"
)

// AppendProof appends a proof, with the hash of the system. What it is for smaller bounds (verifier.Proof.Bounded) is
// part of it.
func (s *System) AppendProof(dst []byte, p *verifier.Proof) ([]byte, error) {
	w := &writer{names: &s.names, buf: append(dst, s.Hash[:]...)}
	w.proof(p)
	return w.buf, w.err
}

// ReadProof reads what AppendProof has written, up to the end of data. It is an error if that is about another system.
func (s *System) ReadProof(data []byte) (*verifier.Proof, error) {
	if len(data) < len(s.Hash) || Hash(data[:len(s.Hash)]) != s.Hash {
		return nil, fmt.Errorf("evidence: it is about another system")
	}
	r := s.reader(data[len(s.Hash):])
	p := r.proof(s, 1)
	if err := r.end(); err != nil {
		return nil, err
	}
	return p, nil
}

func plain(facts []verifier.Fact) (out []verifier.LevelledFact) {
	for _, f := range facts {
		out = append(out, verifier.LevelledFact{Fact: f})
	}
	return out
}

func (w *writer) sites(refs []verifier.SiteRef) {
	w.int(len(refs))
	for _, x := range refs {
		w.int(int(x.Instance))
		w.int(int(x.Site))
	}
}

func (r *reader) sites() (refs []verifier.SiteRef) {
	for range r.length() {
		refs = append(refs, verifier.SiteRef{
			Instance: int32(r.int(0, math.MaxInt32)), Site: int32(r.int(0, math.MaxInt32)),
		})
	}
	return refs
}

func (w *writer) proof(p *verifier.Proof) {
	w.sites(p.Opened)
	w.sites(p.Blocked)
	w.int(len(p.Cut))
	for _, id := range p.Cut {
		w.int(int(id))
	}
	w.bools(p.Wide, p.Plain, p.Cone != nil)
	w.int32s(p.Cone)
	w.facts(plain(p.Facts))
	w.int(len(p.Loops))
	for _, l := range p.Loops {
		w.int(int(l.Proc))
		w.int32s(l.State)
	}
	w.bools(p.Levels != nil, p.Runs != nil, p.Bounded != nil)
	if l := p.Levels; l != nil {
		w.int(int(l.Level))
		w.facts(l.Facts)
	}
	if p.Runs != nil {
		w.int64(p.Runs.Executions)
		w.int64(p.Runs.Steps)
	}
	if p.Bounded != nil {
		w.proof(p.Bounded)
	}
	w.cases(p)
}

// proof reads a proof, with at most so many inside.
func (r *reader) proof(s *System, inside int) *verifier.Proof {
	p := &verifier.Proof{Opened: r.sites(), Blocked: r.sites()}
	for range r.length() {
		p.Cut = append(p.Cut, r.proc(s))
	}
	p.Wide, p.Plain = r.bool(), r.bool()
	cone := r.bool()
	if p.Cone = r.int32s(); cone && p.Cone == nil {
		p.Cone = []int32{}
	}
	if !cone && len(p.Cone) > 0 || !slices.IsSorted(p.Cone) || len(p.Cone) > 0 && p.Cone[0] < 1 {
		r.fail("not the numbers of assertions")
	}
	for _, f := range r.facts(s) {
		p.Facts = append(p.Facts, f.Fact)
	}
	for range r.length() {
		p.Loops = append(p.Loops, r.loop(s))
	}
	levels, runs, bounded := r.bool(), r.bool(), r.bool()
	if levels {
		p.Levels = &verifier.Levels{Level: int32(r.int(0, math.MaxInt32)), Facts: r.facts(s)}
	}
	if runs {
		p.Runs = &verifier.Runs{Executions: r.int64(), Steps: r.int64()}
		if p.Runs.Executions < 0 || p.Runs.Steps < 0 {
			r.fail("not numbers of executions and steps")
		}
	}
	if bounded {
		if inside == 0 {
			r.fail("a proof inside of one that is inside of another")
			return nil
		}
		p.Bounded = r.proof(s, inside-1)
	}
	r.cases(s, p)
	if r.err != nil {
		return nil
	}
	return p
}

// loop reads how a procedure is a loop.
func (r *reader) loop(s *System) verifier.Loop {
	l := verifier.Loop{Proc: r.proc(s), State: r.int32s()}
	q := s.sys.Procs[l.Proc]
	none := func(i int32) bool { return i < 0 || int(i) >= len(q.In) }
	if len(l.State) != len(q.Out) || slices.ContainsFunc(l.State, none) {
		r.fail("%s is no such loop", q.Name)
	}
	return l
}
