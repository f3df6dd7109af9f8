package execute

// Answer answers the question whether an execution fails.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	No
	Yes
)

func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// explorer executes a program exhaustively.
type explorer struct {
	p     *Program
	bound int
	steps int // left
	todo  []*state
	seen  map[string]bool
	exact bool // nothing was left out
	found bool
	key   []byte
	env   env
	cur   *state
}

// Fails says whether an execution within the recursion bound fails an assertion or, if the
// program has none, returns from the entry. steps bounds the work.
func (p *Program) Fails(bound, steps int) Answer {
	for _, q := range p.procs {
		if q.body != nil && q.body.messy {
			return Unknown
		}
	}
	at := [2]int{bound, steps}
	answer, ok := p.known[at]
	if !ok {
		answer = newExplorer(p, bound, steps).explore()
		p.known[at] = answer
	}
	return answer
}

func newExplorer(p *Program, bound, steps int) *explorer {
	return &explorer{p: p, bound: bound, steps: steps, seen: map[string]bool{}, exact: true}
}

func (x *explorer) explore() Answer {
	x.start()
	for len(x.todo) > 0 && !x.found {
		if x.steps <= 0 {
			return Unknown
		}
		last := len(x.todo) - 1
		x.cur = x.todo[last]
		x.todo = x.todo[:last]
		x.run()
	}
	switch {
	case x.found:
		return Yes
	case x.exact:
		return No
	}
	return Unknown
}

func (x *explorer) start() {
	s := &state{}
	for _, k := range x.p.globals {
		s.globals = append(s.globals, s.symbol(k))
	}
	for _, c := range x.p.consts {
		if c.sort.kind == ownSort {
			s.globals[c.slot] = value{kind: ownSort, n: s.used}
			s.used++
		}
	}
	s.frames = []frame{{proc: -1}}
	x.todo = append(x.todo, s)
}

// run follows the current state until it ends or forks.
func (x *explorer) run() {
	for x.steps > 0 && !x.found {
		x.steps--
		if !x.attempt() {
			return
		}
	}
}

// attempt does a step. It returns false if the state is done with.
func (x *explorer) attempt() (goOn bool) {
	defer func() {
		switch need := recover().(type) {
		case nil:
		case lost:
			x.exact, goOn = false, false
		case needCell:
			x.fill(need)
			goOn = true
		case needSymbol:
			x.choose(need.v, nil)
			goOn = false
		default:
			panic(need)
		}
	}()
	return x.step()
}

// step does the next step of the current state. It returns false if the state is done with.
// It evaluates everything that may need a choice before it changes anything.
func (x *explorer) step() bool {
	s := x.cur
	if s.due && !x.settle() {
		return false
	}
	f := &s.frames[len(s.frames)-1]
	if f.proc < 0 {
		x.env = env{s: s}
		if !x.axioms() {
			return false
		}
		s.frames = nil
		x.push(x.p.entry, nil)
		s.frames[0].phase = assumeRequires // the entry is not called
		return true
	}
	x.env = env{s: s, f: f}
	q := x.p.procs[f.proc]
	switch f.phase {
	case checkRequires:
		if !x.contract(q.requires) {
			return false
		}
	case enter:
		if q.body != nil && x.depth(f.proc) > x.bound+q.extra {
			return false
		}
	case assumeRequires:
		if !x.assume(q.enter) {
			return false
		}
		if q.body == nil {
			f.phase = assumeEnsures
			x.havoc(q)
			return true
		}
		f.phase = running
		return x.arrive(-1, q.body.blocks[0])
	case running:
		return x.command(q.body.blocks[f.block])
	case checkEnsures:
		if !x.contract(q.ensures) {
			return false
		}
		if len(s.frames) == 1 {
			if !x.p.asserts {
				x.reached()
			}
			return false
		}
	case assumeEnsures:
		if !x.assume(q.exit) {
			return false
		}
		x.pop()
		return true
	}
	f.phase++
	return true
}

// axioms assumes the axioms, and that unique constants differ.
func (x *explorer) axioms() bool {
	if !x.assume(x.p.axioms) {
		return false
	}
	for i, a := range x.p.consts {
		for _, b := range x.p.consts[:i] {
			if a.sort != b.sort || a.sort.kind == ownSort {
				continue
			}
			v, w := x.cur.globals[a.slot], x.cur.globals[b.slot]
			switch {
			case v == w:
				return false
			case v.symbol:
				panic(needSymbol{v})
			case w.symbol:
				panic(needSymbol{w})
			}
		}
	}
	return true
}

// check reports whether all conditions hold; if not, the execution fails.
func (x *explorer) contract(list []clause) bool {
	for _, c := range list {
		if c.assumed && !x.assume([]*expr{c.cond}) || !c.assumed && !x.check([]*expr{c.cond}) {
			return false
		}
	}
	return true
}

func (x *explorer) check(conds []*expr) bool {
	for _, c := range conds {
		if !x.env.holds(c) {
			x.fail()
			return false
		}
	}
	return true
}

// fail records a failing execution, unless a guess that an iteration completes is pending.
func (x *explorer) fail() {
	for i := range x.cur.frames {
		if len(x.cur.frames[i].loops) > 0 {
			return
		}
	}
	x.reached()
}

// reached ends the search, unless the execution may not be one.
func (x *explorer) reached() {
	if x.cur.doubt {
		x.exact = false
	} else {
		x.found = true
	}
}
