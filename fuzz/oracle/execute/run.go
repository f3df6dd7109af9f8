package execute

import (
	"encoding/binary"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Answer to a question.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	No
	Yes
)

func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// state is where an execution is.
type state struct {
	globals []value
	frames  []frame
	fresh   int64 // number of the next symbol
	used    int64 // values of declared types in use
}

// frame is a call of a procedure.
type frame struct {
	proc  int
	phase phase
	block int
	cmd   int
	vars  []value
	old   []value // globals at the entry
	loops []iteration
}

// phase of a call.
type phase uint8

const (
	checkRequires phase = iota
	enter
	assumeRequires
	running
	checkEnsures
	assumeEnsures
)

// iteration is a loop whose k-th iteration is under way, and is not the last.
type iteration struct{ loop, k int }

// explorer runs a program in all ways.
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

// Fails says whether an execution within the recursion bound fails an assertion; if the
// program has none, whether one returns from the entry. Steps bounds the work.
func (p *Program) Fails(bound, steps int) Answer {
	x := newExplorer(p, bound, steps)
	for _, q := range p.procs {
		if q.body != nil && q.body.messy {
			return Unknown
		}
	}
	return x.explore()
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

func (s *state) symbol(k *sort) value {
	s.fresh++
	if k.kind == mapSort {
		return value{kind: mapSort, m: &table{base: s.fresh, sort: k}}
	}
	return value{kind: k.kind, symbol: true, n: s.fresh}
}

func (s *state) clone() *state {
	t := &state{globals: slices.Clone(s.globals), frames: slices.Clone(s.frames), fresh: s.fresh, used: s.used}
	for i := range t.frames {
		f := &t.frames[i]
		f.vars, f.old, f.loops = slices.Clone(f.vars), slices.Clone(f.old), slices.Clone(f.loops)
	}
	return t
}

// each replaces all values.
func (s *state) each(f func(value) value) {
	replace := func(vs []value) {
		for i, v := range vs {
			vs[i] = f(v)
		}
	}
	replace(s.globals)
	for i := range s.frames {
		replace(s.frames[i].vars)
		replace(s.frames[i].old)
	}
}

// run follows the state at hand until it ends, or becomes several.
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

// fill gives a cell a symbol wherever the same map stands.
func (x *explorer) fill(need needCell) {
	s := x.cur
	v := s.symbol(need.t.sort.elem)
	key := unpacked(need.key)
	var replace func(w value) value
	replace = func(w value) value {
		if w.m == nil {
			return w
		}
		w.m = w.m.each(replace)
		if w.m.base == need.t.base {
			if _, ok := w.m.find(key); !ok {
				w.m = w.m.with(key, v)
			}
		}
		return w
	}
	s.each(replace)
}

// choose goes on with each value that a symbol may have, as the assumptions say.
func (x *explorer) choose(v value, assumed []*expr) {
	var values []int64
	switch v.kind {
	case boolSort:
		values = []int64{0, 1}
	case ownSort:
		for n := range x.cur.used + 1 {
			values = append(values, n)
		}
	default:
		values = x.allowed(v, assumed)
	}
	for i, n := range values {
		s := x.cur
		if i < len(values)-1 {
			s = s.clone()
		}
		s.set(v, n)
		x.todo = append(x.todo, s)
	}
}

func (s *state) set(v value, n int64) {
	if v.kind == ownSort && n == s.used {
		s.used++
	}
	var replace func(w value) value
	replace = func(w value) value {
		if w.m != nil {
			w.m = w.m.each(replace)
			return w
		}
		if w == v {
			return value{kind: v.kind, n: n}
		}
		return w
	}
	s.each(replace)
}

// maxChoice bounds how many values a number may have.
const maxChoice = 24

// allowed returns the numbers that v may be, or some.
func (x *explorer) allowed(v value, assumed []*expr) []int64 {
	b := x.bounds(v, assumed)
	var values []int64
	if b.hasLo && b.hasHi && b.hi-b.lo < maxChoice {
		for n := b.lo; n <= b.hi; n++ {
			values = append(values, n)
		}
		return values
	}
	x.exact = false
	try := func(n int64) {
		if (!b.hasLo || n >= b.lo) && (!b.hasHi || n <= b.hi) && !slices.Contains(values, n) && len(values) < maxChoice {
			values = append(values, n)
		}
	}
	if b.hasLo {
		try(b.lo)
	}
	if b.hasHi {
		try(b.hi)
	}
	for _, n := range x.p.hints {
		try(n)
	}
	for n := int64(-1); n <= 2; n++ {
		try(n)
	}
	return values
}

// bounds returns what the conditions say of v where they compare it.
func (x *explorer) bounds(v value, conds []*expr) bounds {
	var b bounds
	for _, a := range conds {
		for _, c := range conjuncts(nil, a) {
			if c.op == bpl.Forall && len(c.bound) == 1 && c.bound[0].kind == intSort && c.args[0].op == bpl.Implies {
				x.instances(&b, v, c)
			} else {
				x.bound1(&b, v, c)
			}
		}
	}
	return b
}

// instances takes in what a condition on all numbers of a range says of v.
func (x *explorer) instances(b *bounds, v value, c *expr) {
	outer := x.env
	defer func() {
		x.env = outer
		switch r := recover().(type) {
		case nil, needSymbol, needCell, lost:
		default:
			panic(r)
		}
	}()
	x.env.bound = []value{{}}
	lo, hi, ok := x.env.guarded(c, 0, 1)
	for n := lo; ok && n <= min(hi, lo+maxRange); n++ {
		x.env.bound[0] = integer(n)
		if !x.env.holds(c.args[0].args[0]) {
			continue
		}
		for _, d := range conjuncts(nil, c.args[0].args[1]) {
			x.bound1(b, v, d)
		}
	}
}

// bound1 takes in what a conjunct says of v, if it is a comparison with something known.
func (x *explorer) bound1(b *bounds, v value, c *expr) {
	if len(c.args) != 2 || !comparison(c.op) {
		return
	}
	l, okL := x.try(c.args[0])
	r, okR := x.try(c.args[1])
	switch {
	case !okL || !okR:
	case l == v && !r.symbol && r.kind == intSort:
		b.add(c.op, r.n)
	case r == v && !l.symbol && l.kind == intSort:
		b.add(mirrored[c.op], l.n)
	}
}

// try evaluates if that needs nothing.
func (x *explorer) try(e *expr) (v value, ok bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case needSymbol, needCell, lost:
			ok = false
		default:
			panic(r)
		}
	}()
	return x.env.eval(e), true
}

// packed makes a key of a map comparable.
func packed(key []int64) string {
	var b []byte
	for _, n := range key {
		b = binary.AppendVarint(b, n)
	}
	return string(b)
}

func unpacked(s string) []int64 {
	key := []int64{}
	for b := []byte(s); len(b) > 0; {
		n, size := binary.Varint(b)
		key = append(key, n)
		b = b[size:]
	}
	return key
}

// assume returns whether all conditions hold; what they need is chosen as they say.
func (x *explorer) assume(conds []*expr) bool {
	var unbounded *value
	for _, c := range conds {
		v, holds := x.whether(c)
		switch {
		case v == nil && !holds:
			return false
		case v == nil:
		case v.kind != intSort || x.narrow(*v, conds):
			x.choose(*v, conds)
			return false
		case unbounded == nil:
			unbounded = v
		}
	}
	if unbounded != nil {
		x.choose(*unbounded, conds)
		return false
	}
	return true
}

// narrow reports whether the conditions leave few values to v.
func (x *explorer) narrow(v value, conds []*expr) bool {
	b := x.bounds(v, conds)
	return b.hasLo && b.hasHi && b.hi-b.lo < maxChoice
}

// whether evaluates a condition, or returns the symbol that it needs.
func (x *explorer) whether(c *expr) (need *value, holds bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case needSymbol:
			need = &r.v
		default:
			panic(r)
		}
	}()
	return nil, x.env.holds(c)
}

// step does the next thing of the state at hand. It returns false if the state is done
// with. Nothing is changed before all that can need something is evaluated.
func (x *explorer) step() bool {
	s := x.cur
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
		if !x.check(q.requires) {
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
		if !x.check(q.ensures) {
			return false
		}
		if len(s.frames) == 1 {
			x.found = !x.p.asserts
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

// axioms are assumed, and that unique constants differ.
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

// check finds a condition that does not hold.
func (x *explorer) check(conds []*expr) bool {
	for _, c := range conds {
		if !x.env.holds(c) {
			x.fail()
			return false
		}
	}
	return true
}

// fail ends the execution, unless it has guessed that an iteration will end.
func (x *explorer) fail() {
	for i := range x.cur.frames {
		if len(x.cur.frames[i].loops) > 0 {
			return
		}
	}
	x.found = true
}

// depth counts the calls of a procedure that are under way, the entry's own aside.
func (x *explorer) depth(proc int) int {
	n := 0
	for _, f := range x.cur.frames[1:] {
		if f.proc == proc {
			n++
		}
	}
	return n
}

func (x *explorer) loopDepth(loop int) int {
	n := 0
	for i := range x.cur.frames {
		for _, l := range x.cur.frames[i].loops {
			if l.loop == loop {
				n += l.k
			}
		}
	}
	return n
}

// push begins a call.
func (x *explorer) push(proc int, args []value) {
	s := x.cur
	q := x.p.procs[proc]
	f := frame{proc: proc, vars: slices.Clone(args)}
	if q.old {
		f.old = slices.Clone(s.globals)
	}
	for _, k := range q.sorts[len(args):] {
		f.vars = append(f.vars, s.symbol(k))
	}
	s.frames = append(s.frames, f)
}

// havoc is all that a procedure without body does.
func (x *explorer) havoc(q *procedure) {
	for _, g := range q.modify {
		x.cur.globals[g] = x.cur.symbol(x.p.globals[g])
	}
}

// pop ends a call.
func (x *explorer) pop() {
	s := x.cur
	last := len(s.frames) - 1
	f, q := s.frames[last], x.p.procs[s.frames[last].proc]
	s.frames = s.frames[:last]
	caller := &s.frames[last-1]
	k := x.p.procs[caller.proc].body.blocks[caller.block].cmds[caller.cmd]
	for i, t := range k.targets {
		*x.variable(caller, t) = f.vars[q.ins+i]
	}
	caller.cmd++
}

func (x *explorer) variable(f *frame, t target) *value {
	if t.global {
		return &x.cur.globals[t.slot]
	}
	return &f.vars[t.slot]
}

func (x *explorer) command(b *block) bool {
	s := x.cur
	f := &s.frames[len(s.frames)-1]
	if f.cmd == len(b.cmds) {
		return x.leave(f, b)
	}
	k := &b.cmds[f.cmd]
	switch k.kind {
	case bpl.Assert:
		if !x.check(k.conds) {
			return false
		}
	case bpl.Assume:
		if !x.assume(k.conds) {
			return false
		}
	case bpl.Havoc:
		for _, t := range k.slots {
			sort := x.p.globals
			if !t.global {
				sort = x.p.procs[f.proc].sorts
			}
			*x.variable(f, t) = s.symbol(sort[t.slot])
		}
	case bpl.Assign:
		x.assign(f, k)
	case bpl.Call:
		args := make([]value, len(k.values))
		for i, e := range k.values {
			args[i] = x.env.eval(e)
		}
		x.push(k.callee, args)
		return true
	}
	f.cmd++
	return true
}

func (x *explorer) assign(f *frame, k *cmd) {
	values := make([]value, len(k.values))
	for i, e := range k.values {
		values[i] = x.env.eval(e)
		if len(k.targets[i].indices) > 0 {
			values[i] = x.update(*x.variable(f, k.targets[i]), k.targets[i].indices, values[i])
		}
	}
	for i, t := range k.targets {
		*x.variable(f, t) = values[i]
	}
}

// update changes a map at an index, or a map in it.
func (x *explorer) update(m value, indices [][]*expr, v value) value {
	key := x.env.key(indices[0])
	if len(indices) > 1 {
		v = x.update(x.env.cell(m.m, key), indices[1:], v)
	}
	m.m = m.m.with(key, v)
	return m
}

// leave ends a block.
func (x *explorer) leave(f *frame, b *block) bool {
	if len(b.succs) == 0 {
		if len(f.loops) > 0 {
			return false // it was guessed that the iteration would end
		}
		f.phase = checkEnsures
		return true
	}
	here := x.cur
	for i, t := range b.succs {
		if i < len(b.succs)-1 {
			x.cur = here.clone()
		} else {
			x.cur = here
		}
		if x.arrive(b.id, t) {
			x.todo = append(x.todo, x.cur)
		}
	}
	return false
}

// arrive comes to block t from a block, or from outside with -1.
func (x *explorer) arrive(from int, t *block) bool {
	s := x.cur
	f := &s.frames[len(s.frames)-1]
	flow := x.p.procs[f.proc].body
	f.block, f.cmd = t.id, 0
	l := &flow.loops[t.id]
	top := len(f.loops) - 1
	if l.id > 0 && from >= 0 && l.in[from] { // an iteration ends
		if top < 0 || f.loops[top].loop != l.id || x.loopDepth(l.id) >= x.bound {
			return false
		}
		again := s.clone()
		g := &again.frames[len(again.frames)-1]
		g.loops[top].k++
		x.visit(again)
		f.loops = f.loops[:top]
		return x.unseen(s)
	}
	if top >= 0 && !flow.loopIn(f.loops[top].loop, t.id) {
		return false // it was guessed that the iteration would end
	}
	if l.id > 0 {
		if x.loopDepth(l.id) >= x.bound {
			return false
		}
		whole := s.clone()
		g := &whole.frames[len(whole.frames)-1]
		g.loops = append(g.loops, iteration{l.id, 1})
		x.visit(whole)
	}
	return x.unseen(s)
}

func (f *flow) loopIn(id, block int) bool {
	for i := range f.loops {
		if f.loops[i].id == id {
			return f.loops[i].in[block]
		}
	}
	return false
}

func (x *explorer) visit(s *state) {
	if x.unseen(s) {
		x.todo = append(x.todo, s)
	}
}

// unseen reports whether a state comes for the first time.
func (x *explorer) unseen(s *state) bool {
	b := x.key[:0]
	b = binary.AppendVarint(b, s.used)
	for _, v := range s.globals {
		b = appendKey(b, v)
	}
	for i := range s.frames {
		f := &s.frames[i]
		b = append(b, 0xff, byte(f.proc), byte(f.phase), byte(f.block), byte(f.cmd))
		for _, v := range f.vars {
			b = appendKey(b, v)
		}
		for _, v := range f.old {
			b = appendKey(b, v)
		}
		for _, l := range f.loops {
			b = binary.AppendVarint(append(b, 0xfe), int64(l.loop))
			b = binary.AppendVarint(b, int64(l.k))
		}
	}
	x.key = b
	if x.seen[string(b)] {
		return false
	}
	x.seen[string(b)] = true
	return true
}
