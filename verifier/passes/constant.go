package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// propagateConstants substitutes values and older names for variables, along
// the paths of each procedure and from call sites to formals, and removes
// assumptions that hold and paths that cannot be taken. It is value numbering
// over joins (Alpern, Wegman, Zadeck, "Detecting equality of variables in
// programs", 1988) with Wegman and Zadeck's conditional constants.
//
// Callers come before callees. In a recursive component the formals' values
// are found optimistically first.
func (s *state) propagateConstants() error {
	w := &walker{state: s, formals: make([][]term.Term, len(s.p.Procs)), live: make([]bool, len(s.p.Procs))}
	w.sub = term.NewSubst(s.st, s.rw)
	w.dense = make([]int32, len(s.p.Vars))
	for i, q := range s.p.Procs {
		w.formals[i] = make([]term.Term, len(q.Ins))
	}
	_, comps := s.callGraph()
	entry := s.p.Procs[s.p.Entry]
	w.live[entry.ID] = true
	for i := range entry.Ins {
		w.formals[entry.ID][i] = anyValue
	}
	for i := len(comps) - 1; i >= 0; i-- {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		w.component(comps[i])
	}
	s.res.Fixed, s.res.Uncalled = make([][]prog.Def, len(s.p.Procs)), make([]bool, len(s.p.Procs))
	for i, q := range s.p.Procs {
		s.res.Uncalled[i] = !w.live[i]
		for k, t := range w.formals[i] {
			if t != 0 && t != anyValue && w.live[i] {
				s.res.Fixed[i] = append(s.res.Fixed[i], prog.Def{Const: q.Ins[k], Value: t})
			}
		}
	}
	s.count("formals", w.constFormals)
	s.count("assumptions", w.redundant)
	s.count("contradictions", w.contradictions)
	s.count("uses", w.replaced)
	return nil
}

// A formal's value is 0 until a call is known, and anyValue if calls differ.
const anyValue = ^term.Term(0)

// walker walks the procedures one by one, each in topological order of its blocks.
type walker struct {
	*state
	sub     *term.Subst
	formals [][]term.Term // by procedure and formal
	live    []bool        // by procedure: some call of it can be reached
	changed bool          // formals or live changed

	rewrite  bool
	q        *prog.Proc
	arena    envArena
	dense    []int32      // by variable: its number + 1
	vars     []prog.VarID // by number
	env      int32        // the current version: a number for each variable's value, then one for each fact
	holder   []prog.VarID // by opaque value
	facts    map[term.Term]int32
	maxFacts int
	tuples   map[tupleKey]int32
	pairs    map[[2]int32]int32
	out      []int32 // by block: the version at its end

	constFormals, redundant, contradictions, replaced int
}

// A value number is a literal's term or the negation of an opaque number. The
// opaque numbers from 1 to len(vars) stand for the variables' initial values; a
// variable that still has its own has 0 in env.

// component processes the procedures of a strongly connected component.
func (w *walker) component(comp []int32) {
	recursive := len(comp) > 1
	for c := range w.p.Procs[comp[0]].Cmds {
		recursive = recursive || c.Kind == prog.Call && int32(c.Callee) == comp[0]
	}
	w.rewrite = false
	for w.changed = recursive; w.changed; {
		w.changed = false
		for i := len(comp) - 1; i >= 0; i-- {
			w.proc(w.p.Procs[comp[i]])
		}
	}
	w.rewrite = true
	for i := len(comp) - 1; i >= 0; i-- {
		q := w.p.Procs[comp[i]]
		w.proc(q)
		w.contracts(q)
	}
}

// contracts replaces the formals that are the same at all calls.
func (w *walker) contracts(q *prog.Proc) {
	w.sub.Reset()
	n := 0
	for i, t := range w.formals[q.ID] {
		if t != 0 && t != anyValue {
			w.sub.Bind(w.p.Var(q.Ins[i]).Term, t)
			n++
		}
	}
	if n > 0 && w.live[q.ID] {
		w.constFormals += n
		q.Requires = w.state.contracts(q.Requires, w.sub.Apply)
		q.Ensures = w.state.contracts(q.Ensures, w.sub.Apply)
	}
}

func (w *walker) proc(q *prog.Proc) {
	if !q.HasBody() || !w.live[q.ID] {
		return
	}
	w.begin(q)
	f := newFlow(q)
	f.predecessors()
	w.out = grow(w.out, len(q.Blocks))
	reached := make([]bool, len(q.Blocks)) // its end is
	for _, b := range f.order {
		w.pairs = nil
		if b == 0 {
			w.start()
		} else if !w.join(f.preds[b], reached) {
			if w.rewrite {
				q.Blocks[b].Cmds = nil
				w.kill(&q.Blocks[b])
			}
			continue
		}
		reached[b] = w.block(&q.Blocks[b])
		w.out[b] = w.env
		w.arena.freeze()
	}
}

func grow[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return append(s, make([]T, n-len(s))...)
}

// begin numbers the variables and the facts of q.
func (w *walker) begin(q *prog.Proc) {
	w.q = q
	for _, v := range w.vars {
		w.dense[v] = 0
	}
	w.vars = w.vars[:0]
	for _, v := range slices.Concat(w.p.Globals, q.Ins, q.Outs, q.Locals) {
		w.vars = append(w.vars, v)
		w.dense[v] = int32(len(w.vars))
	}
	w.holder = append(w.holder[:0], 0)
	w.holder = append(w.holder, w.vars...)
	conds := 0
	for c := range q.Cmds {
		if c.Kind == prog.Assume {
			conds++
			if w.st.Op(c.Cond) == term.OpAnd {
				conds += w.st.NumArgs(c.Cond)
			}
		}
	}
	w.maxFacts = conds + 1
	w.arena.reset(len(w.vars) + w.maxFacts)
	w.facts = map[term.Term]int32{}
	w.tuples = map[tupleKey]int32{}
	w.env = 0
}

func (w *walker) start() {
	for i, t := range w.formals[w.q.ID] {
		if t != 0 && t != anyValue {
			w.set(w.q.Ins[i], int32(t))
		}
	}
}

// opaque makes a new value, first held by v.
func (w *walker) opaque(v prog.VarID) int32 {
	w.holder = append(w.holder, v)
	return -int32(len(w.holder) - 1)
}

// value returns the value number of v; never 0.
func (w *walker) value(v prog.VarID) int32 {
	i := w.dense[v]
	if n := w.arena.get(w.env, i-1); n != 0 {
		return n
	}
	return -i
}

func (w *walker) set(v prog.VarID, n int32) {
	i := w.dense[v]
	if n == -i {
		n = 0
	}
	w.env = w.arena.set(w.env, i-1, n)
}

// join merges the versions at the ends of the predecessors, and reports whether
// the end of any of them can be reached.
func (w *walker) join(preds []int32, reached []bool) bool {
	first := true
	for _, p := range preds {
		switch {
		case !reached[p]:
		case first:
			w.env, first = w.out[p], false
		default:
			w.env = w.arena.merge(w.env, w.out[p], w.differ)
		}
	}
	w.arena.freeze()
	return !first
}

// differ gives a variable whose values differ at a join a new value, the same for
// all variables with the same two values. A fact that differs is forgotten.
func (w *walker) differ(i, x, y int32) int32 {
	if int(i) >= len(w.vars) {
		return 0
	}
	if x == 0 {
		x = -(i + 1)
	}
	if y == 0 {
		y = -(i + 1)
	}
	if w.pairs == nil {
		w.pairs = map[[2]int32]int32{}
	}
	key := [2]int32{x, y}
	n, ok := w.pairs[key]
	if !ok {
		n = w.opaque(w.vars[i])
		w.pairs[key] = n
	}
	return n
}

// block walks the commands, and reports whether the block's end can be reached.
func (w *walker) block(b *prog.Block) bool {
	kept := b.Cmds[:0]
	for _, c := range b.Cmds {
		c = w.command(c)
		if c.Kind == prog.Assume && c.Cond == w.st.False() {
			if w.rewrite {
				if !b.Dead {
					w.contradictions++
				}
				b.Cmds = append(kept, c)
				b.Succs, b.Dead = nil, true
			}
			return false
		}
		if w.rewrite && c.Kind != 0 {
			kept = append(kept, c)
		}
	}
	if w.rewrite {
		b.Cmds = kept
	}
	return true
}

// command returns the command with variables replaced; its kind is 0 if it
// has no effect.
func (w *walker) command(c prog.Cmd) prog.Cmd {
	switch c.Kind {
	case prog.Assume:
		return w.assume(c)
	case prog.Assign:
		return w.assign(c)
	case prog.Havoc:
		for _, v := range c.Targets {
			w.set(v, w.opaque(v))
		}
	case prog.Call:
		return w.call(c)
	}
	return c
}

// image returns t with literals and older names for its variables.
func (w *walker) image(t term.Term) term.Term {
	if w.st.IsValue(t) {
		return t
	}
	bound := false
	for _, r := range w.uses.Of(t) {
		v := r.Var()
		if r.Old() || w.dense[v] == 0 {
			continue
		}
		to := w.named(v)
		if to == w.p.Var(v).Term {
			continue
		}
		if !bound {
			w.sub.Reset()
			bound = true
		}
		w.sub.Bind(w.p.Var(v).Term, to)
		if w.rewrite {
			w.replaced++
		}
	}
	if !bound {
		return t
	}
	return w.sub.Apply(t)
}

// named returns what to write for v: a literal, or the first variable that
// held the value if it still does, or v.
func (w *walker) named(v prog.VarID) term.Term {
	n := w.value(v)
	if n > 0 {
		return term.Term(n)
	}
	if h := w.holder[-n]; h != v && w.value(h) == n {
		return w.p.Var(h).Term
	}
	return w.p.Var(v).Term
}

// number returns the value number of a term; 0 if it is neither literal nor variable.
func (w *walker) number(t term.Term) int32 {
	if w.st.IsValue(t) {
		return int32(t)
	}
	if r := w.uses.Ref(t); r != 0 && !r.Old() && w.dense[r.Var()] != 0 {
		return w.value(r.Var())
	}
	return 0
}

func (w *walker) assign(c prog.Cmd) prog.Cmd {
	values := make([]term.Term, len(c.Values))
	numbers := make([]int32, len(c.Values))
	for i, t := range c.Values {
		values[i] = w.image(t)
		numbers[i] = w.number(values[i])
	}
	redundant := make([]bool, len(c.Targets))
	for i, v := range c.Targets {
		switch {
		case numbers[i] == 0:
			numbers[i] = w.opaque(v)
		case numbers[i] == w.value(v):
			redundant[i] = true
		}
	}
	for i, v := range c.Targets {
		w.set(v, numbers[i])
	}
	if !w.rewrite {
		return c
	}
	return w.assignment(c, func(i int) (term.Term, bool) { return values[i], !redundant[i] })
}

func (w *walker) call(c prog.Cmd) prog.Cmd {
	q := w.p.Procs[c.Callee]
	values := make([]term.Term, len(c.Values))
	for i, t := range c.Values {
		values[i] = w.image(t)
		w.meet(q.ID, i, values[i])
	}
	if !w.live[q.ID] {
		w.live[q.ID], w.changed = true, true
	}
	for _, v := range q.Modifies {
		w.set(v, w.opaque(v))
	}
	for _, v := range c.Targets {
		w.set(v, w.opaque(v))
	}
	if w.rewrite {
		c.Values = values
	}
	return c
}

// meet records that formal i of a procedure has value t in some call.
func (w *walker) meet(id prog.ProcID, i int, t term.Term) {
	f := &w.formals[id][i]
	switch {
	case *f == anyValue || *f == t:
	case *f == 0 && w.st.IsValue(t):
		*f, w.changed = t, true
	default:
		*f, w.changed = anyValue, true
	}
}
