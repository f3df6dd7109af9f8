package golang

import (
	"go/types"
	"math/big"
	"unicode/utf8"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// runesOf returns the slice with the runes of a string.
func (f *fn) runesOf(x value, elem types.Type) value {
	st := f.st
	f.reads = true
	row, size := f.temp(st.ArraySort(term.Int, term.Int), "runes"), f.temp(term.Int, "count")
	length := f.b.Number(f.b.Ranged(x[2]))
	f.emit(prog.Cmd{
		Kind: prog.Call, Callee: f.decodes().ID, Targets: []prog.VarID{row, size},
		Values: []term.Term{x[0].Term, f.b.Number(x[1]), length},
	})
	f.b.Forget()
	f.assume(st.And(st.Le(st.Int(0), f.prog.Var(size).Term), st.Le(f.prog.Var(size).Term, length)))
	n := f.b.Ranged(f.b.Read(f.prog.Var(size).Term, new(big.Int), maxLength()))
	c := f.change()
	obj := c.allocate(elem)
	c.object(f.runeCells(elem), f.prog.Var(f.next).Term, f.prog.Var(row).Term)
	c.make()
	return value{{Term: obj}, f.b.Small(0), n, f.room(n)}
}

// runeCells is the map of the elements of a slice of runes.
func (f *fn) runeCells(elem types.Type) prog.VarID {
	return f.memory(place{typ: elem}, f.leaves(elem)[0])
}

// textOfRunes returns the string with the runes of a slice.
func (f *fn) textOfRunes(x value, elem types.Type) value {
	row, size := f.temp(f.st.ArraySort(term.Int, term.Int), "text"), f.temp(term.Int, "size")
	length := f.b.Number(f.b.Ranged(x[2]))
	f.emit(prog.Cmd{
		Kind: prog.Call, Callee: f.encodes(f.runeCells(elem)).ID, Targets: []prog.VarID{row, size},
		Values: []term.Term{x[0].Term, f.b.Number(x[1]), length},
	})
	f.b.Forget()
	// Memory suffices: each rune takes up to four bytes.
	n := f.b.Ranged(f.b.Read(f.prog.Var(size).Term, new(big.Int), maxLength()))
	return f.newText(f.prog.Var(row).Term, f.b.Small(0), n)
}

// conversion is what a converter does with element i of its input: it returns the next i, and the map that is made and
// the number of its elements as they are then.
type conversion func(f *fn, in [3]term.Term, i, out, n term.Term) [3]term.Term

// converter makes the procedure that converts an object from an offset on, so many elements of it, and returns what it
// makes of them, and how many these are.
func (l *lowerer) converter(name string, step conversion) *prog.Proc {
	q := l.procedure(name, nil)
	for _, name := range []string{"obj", "off", "len"} {
		q.Ins = append(q.Ins, l.prog.NewVar(name, prog.In, term.Int, q.Node))
	}
	row := l.st.ArraySort(term.Int, term.Int)
	q.Outs = []prog.VarID{
		l.prog.NewVar("result", prog.Out, row, q.Node), l.prog.NewVar("size", prog.Out, term.Int, q.Node),
	}
	f := l.newFn(nil, q)
	st := f.st
	var in [3]term.Term
	for k := range in {
		in[k] = f.prog.Var(q.Ins[k]).Term
	}
	f.enter(f.block("entry"))
	state := [3]prog.VarID{f.temp(term.Int, "i"), q.Outs[0], q.Outs[1]}
	set := func(to [3]term.Term) {
		c := f.change()
		for k, t := range to {
			c.write(state[k], t)
		}
		c.make()
	}
	now := func(k int) term.Term { return f.prog.Var(state[k]).Term }
	set([3]term.Term{st.Int(0), st.ConstArray(row, st.Int(0)), st.Int(0)})
	head := f.block("head")
	f.jump(head)
	f.enter(head)
	then, els := f.branch(st.Lt(now(0), in[2]), "more", "done")
	f.enter(then)
	set(step(f, in, now(0), now(1), now(2)))
	f.jump(head)
	f.enter(els)
	f.jump()
	return q
}

// decodes returns the procedure that makes runes of the bytes of a string.
func (l *lowerer) decodes() *prog.Proc {
	if l.decoding == nil {
		l.decoding = l.converter("$decode", func(f *fn, in [3]term.Term, i, out, n term.Term) [3]term.Term {
			st := f.st
			text := value{{Term: in[0]}, {Term: in[1]}, f.b.Read(in[2], new(big.Int), maxLength())}
			var bytes [4]term.Term
			for k := range bytes {
				bytes[k] = f.octet(text, st.Add(i, st.Int(int64(k))))
			}
			r, size := f.decoded(bytes, st.Sub(in[2], i))
			return [3]term.Term{st.Add(i, size), st.Store(out, n, r), st.Add(n, st.Int(1))}
		})
	}
	return l.decoding
}

// encodes returns the procedure that makes bytes of the runes in a map of memory.
func (l *lowerer) encodes(cells prog.VarID) *prog.Proc {
	if l.encoding[cells] == nil {
		l.encoding[cells] = l.converter("$encode", func(f *fn, in [3]term.Term, i, out, n term.Term) [3]term.Term {
			st := f.st
			lo, hi := machine.Type{Bits: 32, Signed: true}.Range()
			element := st.Select(st.Select(f.prog.Var(cells).Term, in[0]), st.Add(in[1], i))
			size, bytes := f.encoded(f.valid(f.b.Number(f.b.Ranged(f.b.Read(element, lo, hi)))))
			for k, b := range bytes { // those behind the size are written over
				out = st.Store(out, st.Add(n, st.Int(int64(k))), b)
			}
			return [3]term.Term{st.Add(i, st.Int(1)), out, st.Add(n, size)}
		})
	}
	return l.encoding[cells]
}

// octet returns a byte of a string as a variable.
func (f *fn) octet(x value, at term.Term) term.Term {
	v := f.kept(f.b.Number(f.byteAt(x, at)), "byte")
	f.assume(f.b.Within(v, new(big.Int), big.NewInt(255)))
	return v
}

// valid returns a rune, or the one that stands for what is none.
func (f *fn) valid(r term.Term) term.Term {
	st := f.st
	in := st.And(st.Le(st.Int(0), r), st.Le(r, st.Int(utf8.MaxRune)),
		st.Not(st.And(st.Le(st.Int(0xd800), r), st.Le(r, st.Int(0xdfff)))))
	return f.kept(st.Ite(in, r, st.Int(utf8.RuneError)), "rune")
}
