package passes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/prog"
)

// maxCandidates bounds the list in an EntryError.
const maxCandidates = 20

// EntryError is the error of a program whose entry procedure cannot be chosen.
type EntryError struct {
	File       string
	Name       string   // the requested name, if any
	Several    bool     // the candidates are all marked as entry point
	Candidates []string // procedures with a body
	More       int      // number of further candidates
}

// Error lists the candidates.
func (e *EntryError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", e.File)
	switch {
	case e.Name != "":
		fmt.Fprintf(&b, "no implementation of a procedure %q", e.Name)
	case e.Several:
		b.WriteString("several entry points")
	default:
		b.WriteString("no entry point and no procedure main")
	}
	if len(e.Candidates) == 0 {
		b.WriteString("; no procedure has a body")
		return b.String()
	}
	fmt.Fprintf(&b, "; name one of: %s", strings.Join(e.Candidates, ", "))
	if e.More > 0 {
		fmt.Fprintf(&b, ", and %d more", e.More)
	}
	return b.String()
}

// chooseEntry finds the entry procedure.
func (s *state) chooseEntry() error {
	p := s.p
	name := s.opt.Entry
	switch {
	case name != "":
	case len(p.Entries) == 1:
		p.Entry = p.Entries[0]
		return nil
	case len(p.Entries) > 1:
		return s.several(p.Entries)
	default:
		name = "main"
	}
	if q := p.Lookup(name); q != nil && q.HasBody() {
		p.Entry = q.ID
		return nil
	}
	if s.opt.Entry == "" && len(p.Declared) > 1 {
		return s.several(p.Declared)
	}
	if s.opt.Entry == "" && len(p.Declared) == 1 {
		p.Entry = p.Declared[0]
		return nil
	}
	return NoEntry(p, s.opt.Entry)
}

// NoEntry returns the error that no procedure with a body has a name, or none is the entry.
func NoEntry(p *prog.Program, name string) *EntryError {
	e := &EntryError{File: p.File, Name: name}
	for _, q := range p.Procs {
		if q.HasBody() {
			e.add(q.Name)
		}
	}
	return e
}

// several returns the error that each of some procedures may be the entry.
func (s *state) several(ids []prog.ProcID) error {
	e := &EntryError{File: s.p.File, Several: true}
	for _, id := range ids {
		e.add(s.p.Procs[id].Name)
	}
	return e
}

func (e *EntryError) add(name string) {
	if len(e.Candidates) == maxCandidates {
		e.More++
		return
	}
	e.Candidates = append(e.Candidates, name)
}

// keepReachable drops the procedures that the entry does not reach, and
// renumbers the others. The blocks and commands are copied, so that later
// passes may change them.
func (s *state) keepReachable() error {
	p := s.p
	reached := make([]bool, len(p.Procs))
	reached[p.Entry] = true
	work := []prog.ProcID{p.Entry}
	for len(work) > 0 {
		q := p.Procs[work[0]]
		work = work[1:]
		if q.Unsupported != nil {
			return q.Unsupported
		}
		for c := range q.Cmds {
			if c.Kind == prog.Call && !reached[c.Callee] {
				reached[c.Callee] = true
				work = append(work, c.Callee)
			}
		}
	}
	ids := make([]prog.ProcID, len(p.Procs))
	var kept []*prog.Proc
	for i, q := range p.Procs {
		ids[i] = prog.NoProc
		if reached[i] {
			ids[i] = prog.ProcID(len(kept))
			kept = append(kept, q)
		}
	}
	s.count("dropped", len(p.Procs)-len(kept))
	for i, q := range kept {
		c := *q
		c.ID = prog.ProcID(i)
		if c.CountName == "" {
			c.CountName = c.Name
		}
		copyBlocks(&c)
		for x := range c.Cmds {
			if x.Kind == prog.Call {
				x.Callee = ids[x.Callee]
			}
		}
		kept[i] = &c
	}
	p.Procs, p.Entry, p.Entries = kept, ids[p.Entry], nil
	p.Declared = nil
	return nil
}

// copyBlocks gives q blocks, successor lists and commands of its own; the
// lists in commands are never changed in place, so they stay shared.
func copyBlocks(q *prog.Proc) {
	cmds, succs := 0, 0
	for i := range q.Blocks {
		cmds += len(q.Blocks[i].Cmds)
		succs += len(q.Blocks[i].Succs)
	}
	allCmds := make([]prog.Cmd, 0, cmds)
	allSuccs := make([]int32, 0, succs)
	blocks := make([]prog.Block, len(q.Blocks))
	for i, b := range q.Blocks {
		n, m := len(allCmds), len(allSuccs)
		allCmds = append(allCmds, b.Cmds...)
		allSuccs = append(allSuccs, b.Succs...)
		b.Cmds = allCmds[n:len(allCmds):len(allCmds)]
		b.Succs = allSuccs[m:len(allSuccs):len(allSuccs)]
		blocks[i] = b
	}
	q.Blocks = blocks
}

// number gives every command a number that names it within its procedure, and
// forgets the where clauses, which the front end has turned into assumptions.
func (s *state) number() error {
	for _, q := range s.p.Procs {
		id := int32(0)
		for c := range q.Cmds {
			id++
			c.ID = id
		}
	}
	for i := range s.p.Vars {
		s.p.Vars[i].Where = 0
	}
	return nil
}

// takeFlat keeps the present program, and continues with a copy.
func (s *state) takeFlat() error {
	if s.opt.Modular || s.opt.Targets || s.res.Threads != nil {
		return nil
	}
	s.res.Flat = s.p
	s.p = copyProgram(s.p)
	s.uses = prog.NewUses(s.p)
	return nil
}

// copyProgram returns a copy that passes may change.
func copyProgram(p *prog.Program) *prog.Program {
	c := *p
	c.Vars, c.Globals = slices.Clone(p.Vars), slices.Clone(p.Globals)
	c.Consts, c.Axioms = slices.Clone(p.Consts), slices.Clone(p.Axioms)
	c.Procs = make([]*prog.Proc, len(p.Procs))
	for i, q := range p.Procs {
		d := *q
		copyBlocks(&d)
		c.Procs[i] = &d
	}
	return &c
}

// takeCore makes the present program the core program, and continues with a copy.
func (s *state) takeCore() error {
	s.res.Core = s.p
	s.p = copyProgram(s.p)
	blocks := 0
	for _, d := range s.p.Procs {
		origin := make([]int32, len(d.Blocks))
		for j := range d.Blocks {
			origin[j] = int32(j)
			d.Blocks[j].Origin = origin[j : j+1 : j+1]
		}
		blocks += len(d.Blocks)
	}
	s.count("procedures", len(s.p.Procs))
	s.count("blocks", blocks)
	s.uses = prog.NewUses(s.p)
	return nil
}

// listKept records which commands are left.
func (s *state) listKept() error {
	s.res.Kept = make([][]bool, len(s.p.Procs))
	for i, q := range s.p.Procs {
		n := 1
		for range s.res.Core.Procs[i].Cmds {
			n++
		}
		s.res.Kept[i] = make([]bool, n)
		for c := range q.Cmds {
			s.res.Kept[i][c.ID] = true
		}
	}
	return nil
}
