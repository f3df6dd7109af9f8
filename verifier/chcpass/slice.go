package chcpass

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// slice leaves out arguments that no caller looks at, and conditions that only say what such an argument is, or a
// constant that is needed for nothing else (Leuschel and Sørensen, "Redundant argument filtering of logic programs",
// 1996).
func slice(p *pass) back {
	n := len(p.sys.Procs)
	s := &slicing{
		p: p, before: p.sys, conds: make([][]condition, n), needs: make([]map[term.Term]bool, n),
		wanted: make([]map[term.Term]bool, n), users: make([]map[term.Term][]int, n),
		result: make([]map[term.Term]result, n), dropped: make([][]int, n), defs: make([][]definition, n),
	}
	for id := range n {
		s.needs[id], s.wanted[id] = map[term.Term]bool{}, map[term.Term]bool{}
	}
	called := vc.Closure(p.sys, []vc.ProcID{p.sys.Entry})
	for _, id := range called {
		s.collect(id)
		if p.stopped() {
			return nil
		}
	}
	for len(s.work) > 0 {
		x := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.follow(x)
	}
	return s.rewrite(called)
}

// condition is a condition of a block. It may be left out if the constant that it defines is not needed.
type condition struct {
	place
	defines term.Term // 0: it defines none
	value   term.Term
}

// result is where a result of a call comes from.
type result struct {
	callee vc.ProcID
	index  int
}

// owned is a constant of a template.
type owned struct {
	proc     vc.ProcID
	constant term.Term
}

// slicing is the analysis; it leads back.
type slicing struct {
	same
	p      *pass
	before *vc.System
	conds  [][]condition          // by vc.ProcID
	needs  []map[term.Term]bool   // by vc.ProcID: the constants that are needed
	wanted []map[term.Term]bool   // by vc.ProcID: the arguments that a caller needs
	users  []map[term.Term][]int  // by vc.ProcID and constant: the conditions that define it
	result []map[term.Term]result // by vc.ProcID and constant
	work   []owned                // constants found to be needed, but not followed

	dropped [][]int        // by vc.ProcID: arguments left out
	defs    [][]definition // by vc.ProcID: conditions left out
}

// need notes that a constant is needed.
func (s *slicing) need(id vc.ProcID, c term.Term) {
	if !s.needs[id][c] {
		s.needs[id][c] = true
		s.work = append(s.work, owned{id, c})
	}
}

// needAll notes that the constants of a term are needed.
func (s *slicing) needAll(id vc.ProcID, t term.Term) {
	s.p.visit(t, func(c term.Term) { s.need(id, c) })
}

// follow notes what a needed constant needs: what the conditions that define it say, the result of a call, or the
// result that it is at all calls.
func (s *slicing) follow(x owned) {
	for _, i := range s.users[x.proc][x.constant] {
		s.needAll(x.proc, s.conds[x.proc][i].value)
	}
	if r, ok := s.result[x.proc][x.constant]; ok {
		o := s.p.sys.Procs[r.callee].Out[r.index]
		s.wanted[r.callee][o] = true
		s.need(r.callee, o)
	}
}

// collect notes the conditions of a procedure, and what those need that define nothing.
func (s *slicing) collect(id vc.ProcID) {
	p := s.p.sys.Procs[id]
	s.users[id], s.result[id] = map[term.Term][]int{}, map[term.Term]result{}
	for i := range p.Sites {
		for k, o := range p.Sites[i].Outs {
			s.result[id][o] = result{p.Sites[i].Callee, k}
		}
	}
	isOut, isOwned := map[term.Term]bool{}, map[term.Term]bool{}
	for _, o := range p.Out {
		isOut[o] = true
	}
	for _, c := range p.Owned {
		_, isResult := s.result[id][c]
		isOwned[c] = !isResult
	}
	for i := range p.Blocks {
		for k, c := range p.Blocks[i].Conds {
			x, t := s.p.solve(c, func(c term.Term) bool { return isOut[c] })
			if x == 0 {
				x, t = s.p.solve(c, func(c term.Term) bool { return isOwned[c] })
			}
			s.conds[id] = append(s.conds[id], condition{place{int32(i), int32(k)}, x, t})
			if x != 0 {
				s.users[id][x] = append(s.users[id][x], len(s.conds[id])-1)
			}
		}
	}
	for _, c := range s.conds[id] {
		switch {
		case s.p.stopped():
			return
		case c.defines == 0:
			s.needAll(id, p.Blocks[c.block].Conds[c.cond])
		case s.twice(id, c.defines):
			s.need(id, c.defines)
		}
	}
}

// twice reports whether a path has two conditions that define a constant.
func (s *slicing) twice(id vc.ProcID, c term.Term) bool {
	if len(s.users[id][c]) == 1 {
		return false
	}
	p := s.p.sys.Procs[id]
	n := make([]int, len(p.Blocks))
	for _, i := range s.users[id][c] {
		n[s.conds[id][i].block]++
	}
	s.p.spend(len(n))
	for i := range p.Blocks {
		most := 0
		for _, x := range p.Blocks[i].Preds {
			most = max(most, n[x.Block])
		}
		if n[i] += most; n[i] > 1 {
			return true
		}
	}
	return false
}

// rewrite leaves out what is not needed. It returns nil if there is nothing.
func (s *slicing) rewrite(called []vc.ProcID) back {
	e := s.p.edit()
	changed := false
	for _, id := range called {
		if isDead(s.p.sys.Procs[id], s.p.st) {
			continue
		}
		changed = s.arguments(e, id) || changed
		changed = s.conditions(e, id) || changed
	}
	if !changed {
		return nil
	}
	for _, id := range called {
		p := s.p.sys.Procs[id]
		for i := range p.Sites {
			if callee := p.Sites[i].Callee; len(s.dropped[callee]) > 0 {
				e.proc(id).Sites[i].Outs = s.without(callee, p.Sites[i].Outs)
			}
		}
		if e.mine[id] {
			e.tidy(id)
		}
	}
	e.commit()
	return s
}

// without returns the results of a call without those of arguments that are left out.
func (s *slicing) without(callee vc.ProcID, outs []term.Term) (rest []term.Term) {
	for k, o := range outs {
		if !slices.Contains(s.dropped[callee], k) {
			rest = append(rest, o)
		}
	}
	return rest
}

// arguments leaves out the arguments of a procedure that are not needed. It reports whether there are any.
func (s *slicing) arguments(e *edit, id vc.ProcID) bool {
	var keep []int
	for k, o := range s.p.sys.Procs[id].Out {
		if s.wanted[id][o] {
			keep = append(keep, k)
		} else {
			s.dropped[id] = append(s.dropped[id], k)
		}
	}
	if len(s.dropped[id]) == 0 {
		return false
	}
	keepOuts(e.proc(id), keep)
	return true
}

// conditions leaves out definitions that are not needed. It reports whether there are any.
func (s *slicing) conditions(e *edit, id vc.ProcID) bool {
	gone := map[place]bool{}
	for _, c := range s.conds[id] {
		if c.defines != 0 && !s.needs[id][c.defines] {
			gone[c.place] = true
			s.defs[id] = append(s.defs[id], definition{c.block, c.defines, c.value})
		}
	}
	if len(gone) > 0 {
		e.drop(id, gone)
	}
	return len(gone) > 0
}

// derivation: results that were left out are what the callee's step has found, and definitions are evaluated.
func (s *slicing) derivation(to inline.Derivation) inline.Derivation {
	outs := map[int][]model.Value{} // by step: its arguments, if some are left out
	return lift(to, s.before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		l := &sliced{s: s, id: p.ID, value: value, known: map[term.Term]model.Value{}, defs: onPath(s.defs[p.ID], blocks)}
		was := s.before.Procs[p.ID]
		err := passed(was, blocks, calls, func(site int32, call int) {
			for _, k := range s.dropped[was.Sites[site].Callee] {
				l.known[was.Sites[site].Outs[k]] = outs[call][k]
			}
		})
		if err != nil {
			return 0, err
		}
		n, err := down(p.ID, blocks, calls, l.of)
		if err == nil && len(s.dropped[p.ID]) > 0 {
			args := make([]model.Value, len(was.Out))
			for _, k := range s.dropped[p.ID] {
				if args[k], err = l.of(was.Out[k]); err != nil {
					return 0, err
				}
			}
			outs[n] = args
		}
		return n, err
	})
}

// sliced gives the values of the constants of a template before slicing, in a step.
type sliced struct {
	s     *slicing
	id    vc.ProcID
	value valuation
	known map[term.Term]model.Value
	defs  map[term.Term]term.Term // on the path; nil terms while they are evaluated
}

func (l *sliced) of(c term.Term) (v model.Value, err error) {
	if v, ok := l.known[c]; ok {
		return v, nil
	}
	t, ok := l.defs[c]
	if !ok {
		return l.value(c)
	}
	if t == 0 {
		return v, fmt.Errorf("in %s the definition of %s depends on itself", l.s.before.Procs[l.id].Name, l.s.p.st.String(c))
	}
	l.defs[c] = 0
	if v, err = l.s.p.evaluate(t, l.of); err == nil {
		l.known[c] = v
	}
	return v, err
}
