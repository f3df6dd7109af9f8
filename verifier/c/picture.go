package c

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/library"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
)

// mostParts is how many numbers of an object are recorded one by one.
const mostParts = 256

// pictured records what is in an object.
func (f *fn) pictured(name string, p place) {
	if !f.opt.Record {
		return
	}
	f.noted(f.named(noteObject, name), f.st.Int(p.typ.Size))
	for _, t := range f.aims {
		f.noted(note{what: noteTarget, name: t.name}, t.store.addr)
	}
	left := mostParts
	f.numbers(p, 0, &left)
}

// picturedMemory records what is in new memory.
func (f *fn) picturedMemory(name string, e *syntax.Expr, at, size term.Term) {
	if !f.opt.Record {
		return
	}
	f.noted(f.named(noteObject, name), size)
	reg := f.mem.target(e)
	if reg == nil {
		return
	}
	n := int64(-1)
	if f.st.IsNum(size) {
		n, _ = f.st.Num(size).Int64()
	}
	t := f.held(e, reg)
	if reg.isBytes() {
		t = f.octet
	}
	if t == nil || t.Size == 0 {
		return
	}
	p := place{typ: t, addr: at, reg: reg}
	if n >= 0 && n/t.Size*count(t) <= mostParts {
		left := mostParts
		p.typ = arrayOf(t, n/t.Size)
		f.numbers(p, 0, &left)
		return
	}
	f.noted(note{what: noteAddress}, at)
	f.maps(p, 0, t.Size)
}

// pointed records what is in memory from where a pointer points to that comes from elsewhere.
func (f *fn) pointed(name string, e *syntax.Expr, at term.Term) {
	reg := f.mem.target(e)
	if !f.opt.Record || e.Type.Kind != syntax.Pointer || reg == nil {
		return
	}
	t := e.Type.Elem
	if t.Size <= 0 || t.Kind == syntax.Void || t.Kind == syntax.Func {
		t = f.held(e, reg)
	}
	if reg.isBytes() {
		t = f.octet
	}
	if t == nil || t.Size <= 0 {
		return
	}
	f.noted(f.named(noteObject, name), f.st.Int(shownSize))
	f.noted(note{what: noteAddress}, at)
	f.maps(place{typ: t, addr: at, reg: reg}, 0, t.Size)
}

// entered records what the entry is called with, and what is in objects that no file defines.
func (f *fn) entered(entry *syntax.Object, values []term.Term) {
	if !f.opt.Record {
		return
	}
	for _, o := range f.unit.Objects {
		s := f.stores[o]
		if s == nil || o.Kind != syntax.Static || !o.Extern || o.Init != nil {
			continue
		}
		f.res.externs = append(f.res.externs, o)
		if o.Type.Size > 0 {
			f.pictured(externName+o.Name, f.whole(s))
		}
	}
	if f.facts.command || f.opt.Entry == "main" {
		return
	}
	k := 0
	for i, p := range entry.Params {
		parts := f.passed(p.Type)
		if p.Type.Scalar() && len(parts) > 0 {
			f.noted(note{name: argumentName(i)}, values[k])
			f.pointed(argumentName(i), &syntax.Expr{Op: syntax.Load, X: &syntax.Expr{Op: syntax.Var, Obj: p, Type: p.Type},
				Type: p.Type}, values[k])
		}
		k += len(parts)
	}
	f.res.entry = entry
}

// externName begins the names of objects that no file defines.
const externName = "extern_"

// argumentName is the name of an argument of the entry.
func argumentName(i int) string { return fmt.Sprint("argument", i) }

// picturedArray records what is in an array whose length is computed. If it is in variables, it must be one of scalars.
func (f *fn) picturedArray(name string, p place, size term.Term) {
	f.noted(f.named(noteObject, name), size)
	if p.inMemory() || scalarOf(p.typ) != nil {
		f.row(p)
	}
}

// row records the elements of an array that an object consists of. In variables, it is a map by index of scalars.
func (f *fn) row(p place) {
	t := p.typ
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	if p.inMemory() {
		f.noted(note{what: noteAddress}, p.addr)
		f.maps(place{typ: t, addr: p.addr, reg: p.reg}, 0, t.Size)
		return
	}
	f.noted(note{what: noteAddress}, f.st.Int(0))
	at := place{store: p.store, path: p.path + leaves(p.typ)[0].path, index: f.st.Int(0)}
	f.noted(note{what: noteMap, stride: t.Size, bits: 8 * t.Size, step: 1}, f.prog.Var(f.variable(at)).Term)
}

// picturedBytes records so many bytes of an object.
func (f *fn) picturedBytes(name string, p place, n val) {
	if f.opt.Record {
		f.noted(f.named(noteObject, name), f.number(n))
		f.noted(note{what: noteAddress}, p.addr)
		f.maps(p, 0, 1)
	}
}

// numbers records the numbers in an object, which begins at a bit of the whole, as long as some are left.
func (f *fn) numbers(p place, bit int64, left *int) {
	t := p.typ
	switch {
	case *left <= 0:
	case p.field == nil && t.Kind == syntax.Array && count(t) > mostParts && (p.inMemory() || scalarOf(t) != nil) &&
		p.index == 0 && bit == 0:
		f.row(p)
	case t.Kind == syntax.Array:
		for i := range max(t.Len, 0) {
			f.numbers(f.indexed(p, f.st.Int(i), t.Elem), bit+8*i*t.Elem.Size, left)
		}
	case t.Kind == syntax.Struct:
		for _, m := range t.Fields {
			f.numbers(f.member(p, m, f.pos), bit+8*m.Offset, left)
		}
	case t.Kind == syntax.Union && p.inBytes():
		p.typ = arrayOf(f.octet, t.Size)
		f.numbers(p, bit, left)
	case t.Kind == syntax.Union && uniform(t) != nil:
		f.numbers(f.member(p, t.Fields[0], f.pos), bit, left)
	case t.Kind == syntax.Int || t.Kind == syntax.Pointer:
		*left--
		bits := 8 * t.Size
		if m := p.field; m != nil {
			bit, bits = bit+m.BitOff, m.Bits
		}
		what := noteNumber
		if t.Kind == syntax.Pointer {
			what = notePointer
		}
		f.noted(note{what: what, bit: bit, bits: bits}, f.number(f.load(p)))
	}
}

// maps records the maps of the numbers in objects of a type that stand side by side.
func (f *fn) maps(p place, offset, stride int64) {
	switch t := p.typ; {
	case p.inBytes():
		f.noted(note{what: noteMap, stride: 1, bits: 8, step: 1}, f.prog.Var(f.bytesOf(p.reg)).Term)
	case t.Kind == syntax.Array && t.Len <= mostParts:
		for i := range max(t.Len, 0) {
			f.maps(f.indexed(p, f.st.Int(i), t.Elem), offset+i*t.Elem.Size, stride)
		}
	case t.Kind == syntax.Struct:
		for _, m := range t.Fields {
			if m.Bits == 0 {
				f.maps(f.member(p, m, f.pos), offset+m.Offset, stride)
			}
		}
	case t.Kind == syntax.Int || t.Kind == syntax.Pointer:
		f.noted(note{what: noteMap, bit: 8 * offset, stride: stride, bits: 8 * t.Size, step: stride},
			f.prog.Var(f.memory(f.class(p))).Term)
	}
}

// picture is what is in an object, byte by byte.
type picture struct {
	size  int64
	from  int64 // what is before is not given
	bytes []byte
	at    int64
	links []link
	known map[int64]string // objects by their addresses
}

// blockSize is how much memory harnesses give to a pointer that comes from elsewhere, and
// shownSize how much of that is recorded.
const (
	blockSize = 4096
	shownSize = 256
)

// largest is the size up to which an object is recorded.
const largest = 1 << 20

// pictures are those of the objects of an execution, in its order, by their names.
type pictures struct {
	all     map[string][]*picture
	files   map[string]bool // of the library, whose functions have recorded something
	targets map[string]bool // that something points to
	last    *picture
}

// add adds what an execution records, if it is a part of a picture.
func (s *pictures) add(x note, value model.Value) {
	n, fits := value.Int().Int64()
	switch x.what {
	case noteObject:
		s.last = &picture{known: map[int64]string{}}
		if fits && 0 < n && n <= largest {
			s.last.size = n
		}
		s.last.bytes = make([]byte, s.last.size)
		if x.replayed() {
			s.all[x.name] = append(s.all[x.name], s.last)
			s.files[x.file] = true
		}
	case noteAddress:
		s.last.at = n
	case noteFrom:
		s.last.from = n
	case noteTarget:
		s.last.known[n] = x.name
	case noteNumber, notePointer:
		s.last.put(x.bit, x.bits, value)
		if to := s.last.known[n]; fits && to != "" && x.what == notePointer {
			s.last.links = append(s.last.links, link{x.bit / 8, to})
			s.targets[to] = true
		}
	case noteMap:
		s.last.spread(x.bit, x.stride, x.bits, x.step, value)
	}
}

// put writes a number.
func (p *picture) put(bit, bits int64, v model.Value) {
	if v.Int().IsZero() {
		return
	}
	n := v.Int().Big()
	for i := range bits {
		if k := bit + i; k/8 < p.size && new(big.Int).And(n, machine.Pow2(uint(i))).Sign() != 0 {
			p.bytes[k/8] |= 1 << (k % 8)
		}
	}
}

// spread writes the numbers of a map whose indices differ by step, the first one at a bit,
// others by so many bytes apart.
func (p *picture) spread(bit, stride, bits, step int64, memory model.Value) {
	for i := range p.size / stride {
		p.put(bit+8*i*stride, bits, memory.Select(model.Int64(p.at+bit/8+i*step)))
	}
}

// replayed reports whether harnesses replay what a function has recorded: else they leave it to the C library.
func (n note) replayed() bool {
	return n.file == "" || slices.Contains(library.Inputs(), n.file)
}
