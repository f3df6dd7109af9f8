package rerun

import (
	"context"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// Loops implements interp.Loops for an execution in which all that is arbitrary is zero, and nothing depends on it.
// So here it is zero, too, and what is unknown all the same, or a choice, makes it give up.
type Loops struct {
	m      *machine
	bodies map[[2]int32][]bool
}

// NewLoops compiles a program. It returns nil if that is not supported, or if it records values, which must not be
// missed.
func NewLoops(p *prog.Program, defs []prog.Def) (l interp.Loops) {
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(unsupported); !ok {
				panic(x)
			}
			l = nil
		}
	}()
	for _, q := range p.Procs {
		for c := range q.Cmds {
			if c.Kind == prog.Record && len(c.Values) > 0 {
				return nil
			}
		}
	}
	m := newMachine(context.Background(), compile(p, defs))
	m.zeros = true
	return &Loops{m, map[[2]int32][]bool{}}
}

// watched is the loop that is executed.
type watched struct {
	head  int32
	body  []bool // by block: it belongs to the loop
	count int    // iterations that have begun
	until int    // where to stop
	next  int    // when to take the next copy
	last  [2]*checkpoint
	needs int // the largest number of iterations of any loop that count for the recursion bound
}

// checkpoint is a copy of the state where an iteration begins.
type checkpoint struct {
	count int
	words [2][]val // of the globals, and of the call
	maps  [2][]*table
	loops []int
}

// Skip implements interp.Loops.
func (l *Loops) Skip(ctx context.Context, at *interp.Standing) int {
	m := l.m
	m.ctx, m.doubt = ctx, false
	f := l.begin(at)
	if f == nil {
		return 0
	}
	w := &watched{head: at.Head, body: l.body(at.Proc, at.Head), until: math.MaxInt}
	m.loop = w
	w.keep(m, f)
	begin := w.last[1]
	if !m.stops(f) {
		return 0
	}
	n := w.count - at.Last + 1
	from := w.last[1]
	if from.count > n {
		from = w.last[0]
	}
	if n <= 0 || from == nil || from.count > n {
		return 0
	}
	needs := w.needs
	from.restore(m, f)
	w.count, w.until, w.next = from.count, n, math.MaxInt
	if from.count < n && !m.stops(f) || !l.end(at, f, begin) {
		return 0
	}
	at.Needs(needs)
	for id, p := range m.code.procs {
		if p.most > 0 {
			at.Needs(p.most - m.code.p.Procs[id].ExtraBound)
		}
	}
	return n
}

// stops goes on until the loop has ended, or is where it is to go. It reports whether that is without doubt.
func (m *machine) stops(f *frame) bool {
	m.stack = append(m.stack[:0], f)
	m.locals, m.localMaps = f.words, f.maps
	m.steps, m.poll = 0, pollEvery
	why, err := m.goOn(math.MaxInt64)
	ended := err == errStops || err == errReturns
	return ended && why == "" && !m.doubt
}

// blockEnds is called where a block has ended. It reports whether the run is to stop.
func (m *machine) blockEnds(f *frame, b *block) bool {
	w := m.loop
	if b.marks != nil {
		k := b.marks[slices.Index(b.succs, f.block)]
		for _, h := range k.inner {
			f.counts[h] = 0
		}
		switch {
		case k.back:
			f.counts[k.head]++
			w.needs = max(w.needs, f.counts[k.head]-k.trips)
		case k.head >= 0:
			f.counts[k.head] = 1
		}
	}
	if len(m.stack) > 1 {
		return false
	}
	if f.block != w.head {
		return !w.body[f.block]
	}
	if w.count++; w.count == w.next {
		w.keep(m, f)
	}
	return w.count == w.until
}

// keep takes a copy of the state. The copies are so dense that from one of the last two it is not far to where the
// loop ends.
func (w *watched) keep(m *machine, f *frame) {
	c := &checkpoint{count: w.count, loops: slices.Clone(f.counts)}
	for i, words := range [2][]val{m.globals, f.words} {
		c.words[i] = slices.Clone(words)
	}
	for i, maps := range [2][]*table{m.globalMaps, f.maps} {
		for _, t := range maps {
			t.shared = true
		}
		c.maps[i] = slices.Clone(maps)
	}
	w.last[0], w.last[1] = w.last[1], c
	w.next = w.count + max(8, w.count/16)
}

func (c *checkpoint) restore(m *machine, f *frame) {
	copy(m.globals, c.words[0])
	copy(f.words, c.words[1])
	copy(m.globalMaps, c.maps[0])
	copy(f.maps, c.maps[1])
	copy(f.counts, c.loops)
	f.block, f.cmd = m.loop.head, 0
}

// body returns which blocks belong to a loop: those from which there is a way back to its head.
func (l *Loops) body(q *prog.Proc, head int32) []bool {
	key := [2]int32{int32(q.ID), head}
	if in := l.bodies[key]; in != nil {
		return in
	}
	in := make([]bool, len(q.Blocks))
	in[head] = true
	var from []int32
	back := graph.BackEdges(len(q.Blocks), q.Succs)
	for _, e := range back {
		if e.To == head {
			from = append(from, e.From)
		}
	}
	preds := graph.Preds(len(q.Blocks), q.Succs)
	term.TopDown(func(b int32) []int32 {
		if in[b] {
			return nil
		}
		in[b] = true
		return preds[b]
	}, from...)
	l.bodies[key] = in
	return in
}

// markLoops marks the jumps to the heads of loops.
func (x *procedure) markLoops(q *prog.Proc) {
	if !q.HasBody() {
		return
	}
	back := map[graph.Edge]bool{}
	number := map[int32]int{} // of heads
	for _, e := range graph.BackEdges(len(q.Blocks), q.Succs) {
		back[e] = true
		if _, ok := number[e.To]; !ok {
			number[e.To] = len(x.heads)
			x.heads = append(x.heads, e.To)
		}
	}
	within := graph.InnerHeads(len(q.Blocks), q.Succs)
	inner := make([][]int, len(x.heads))
	for i, h := range x.heads {
		for _, in := range within[h] {
			inner[i] = append(inner[i], number[in])
		}
	}
	isHead := func(s int32) bool { _, ok := number[s]; return ok }
	for i := range x.blocks {
		b := &x.blocks[i]
		if !slices.ContainsFunc(b.succs, isHead) {
			continue
		}
		for _, s := range b.succs {
			m := mark{head: -1, back: back[graph.Edge{From: int32(i), To: s}], trips: q.Blocks[s].Trips}
			if at, ok := number[s]; ok {
				m.head, m.inner = at, inner[at]
			}
			b.marks = append(b.marks, m)
		}
	}
}

// begin makes the state the present one of the execution. It returns the frame of the call, nil if a value is none
// here.
func (l *Loops) begin(at *interp.Standing) *frame {
	m := l.m
	for id, p := range m.code.procs {
		p.active, p.most = at.Nested[prog.ProcID(id)], 0
	}
	p := m.code.procs[at.Proc.ID]
	f := &frame{proc: p, block: at.Head, words: make([]val, p.words), maps: make([]*table, p.maps),
		counts: make([]int, len(p.heads))}
	m.locals, m.localMaps = f.words, f.maps
	for _, list := range [2][]variable{m.code.globalVars, p.vars} {
		for _, v := range list {
			x, ok := at.Get(v.t)
			if !ok {
				x, ok = m.code.zero(v.t)
			}
			if !ok || !m.take(v, x) {
				return nil
			}
		}
	}
	return f
}

func (c *compiler) zero(t term.Term) (model.Value, bool) {
	x, err := model.Zero(c.st, c.st.Sort(t))
	return x, err == nil
}

// take gives a variable a value. It reports whether that is possible.
func (m *machine) take(v variable, x model.Value) bool {
	if !v.isMap {
		w, ok := m.code.scalarOf(x)
		m.set(v.slot, w)
		return ok
	}
	t, ok := m.code.tableOf(x)
	m.setMap(v.slot, t)
	return ok
}

// tableOf returns the map that a value of the evaluator is.
func (c *compiler) tableOf(x model.Value) (t *table, ok bool) {
	d := x.Default()
	if c.isMap(d.Sort()) {
		row, isRow := c.tableOf(d)
		t, ok = everywhere(row), isRow
	} else {
		def, isScalar := c.scalarOf(d)
		t, ok = newTable(def), isScalar
	}
	x.Entries(func(i, e model.Value) bool {
		at, isScalar := c.scalarOf(i)
		if ok = ok && isScalar && at.kind == word; !ok {
			return false
		}
		if t.row != nil {
			row, isRow := c.tableOf(e)
			t.setRow(at, row)
			ok = isRow
			return ok
		}
		to, isScalar := c.scalarOf(e)
		t.set(at.w, to)
		ok = isScalar
		return ok
	})
	return t, ok
}

// scalarOf returns the value that a value of the evaluator is.
func (c *compiler) scalarOf(x model.Value) (val, bool) {
	if !c.scalar(x.Sort()) {
		return val{}, false
	}
	switch x.Kind() {
	case model.KindBool:
		return boolOf(x.IsTrue()), true
	case model.KindInt:
		return intOf(x.Int()), true
	case model.KindBits:
		u, ok := x.Int().Uint64()
		return wordOf(int64(u)), ok
	case model.KindElem:
		return wordOf(int64(x.Number())), true
	}
	return val{}, false
}

// valueOf returns the value of the evaluator that a value is.
func (c *compiler) valueOf(s term.Sort, v val) (model.Value, bool) {
	switch {
	case v.kind == unknown:
		return model.Value{}, false
	case s == term.Bool:
		return model.Bool(v.w != 0), true
	case s == term.Int:
		return model.Int(v.number()), true
	case c.st.IsBitVec(s):
		return model.Bits(c.st, s, num.FromUint64(uint64(v.w))), true
	}
	return model.Elem(s, int(v.w)), true
}

// end gives the execution the present state, where that differs from what it was. It reports whether all is known.
func (l *Loops) end(at *interp.Standing, f *frame, was *checkpoint) bool {
	m, c := l.m, l.m.code
	var set []func()
	for k, list := range [2][]variable{c.globalVars, f.proc.vars} {
		for _, v := range list {
			x, ok := model.Value{}, false
			if !v.isMap {
				if now := m.valueOf(v.slot); now != was.words[k][v.at] {
					x, ok = c.valueOf(c.st.Sort(v.t), now)
				} else {
					continue
				}
			} else if t := m.tableOf(v.slot); t != was.maps[k][v.at] {
				x, ok = c.mapOf(c.st.Sort(v.t), t)
			} else {
				continue
			}
			if !ok {
				return false
			}
			set = append(set, func() { at.Set(v.t, x) })
		}
	}
	for _, f := range set {
		f()
	}
	return true
}

// mapOf returns the map of the evaluator that a table is.
func (c *compiler) mapOf(s term.Sort, t *table) (model.Value, bool) {
	is, es := c.st.ArraySorts(s)
	element := func(v val, row *table) (model.Value, bool) {
		if row != nil {
			return c.mapOf(es, row)
		}
		return c.valueOf(es, v)
	}
	def, ok := element(t.def, t.row)
	if !ok || len(t.far) > 0 {
		return def, false
	}
	out := model.ConstArray(c.st, s, def)
	put := func(i int64, v val, row *table) bool {
		var x, at model.Value
		if x, ok = element(v, row); ok {
			at, ok = c.valueOf(is, wordOf(i))
			out = out.Store(at, x)
		}
		return ok
	}
	for i, r := range t.rows {
		if !put(i, val{}, r) {
			return out, false
		}
	}
	t.each(func(i int64, v val) bool {
		e := v.equal(t.def)
		return e.kind == word && e.w != 0 || put(i, v, nil)
	})
	return out, ok
}
