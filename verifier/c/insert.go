package c

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// Names of functions of a harness: one says that the error is reached, others, that begin so, give objects what is in
// them, say what a function returns that ends without a value, or fill memory and return it.
const (
	announcer = "__muster_reached"
	filler    = "__muster_fill_"
	ender     = "__muster_end_"
	handler   = "__muster_filled_"
)

// insert is what is written into a copy of the program. It depends on a word at a place:
// what a macro makes has another one.
type insert struct {
	at     prog.Pos
	word   string
	before bool     // it is written before the word, else behind it
	closes prog.Pos // where a parenthesis is behind which another one is written; else 0
	or     prog.Pos // before what it is written if the word is not there; else 0
	text   string
	object string // what the text fills
	end    string // the function that it has return
}

// edit is a change of a line.
type edit struct {
	at   prog.Pos
	skip int
	text string
}

// edits returns the changes of a file that an insert makes; none if it cannot.
func (x *insert) edits(lines []string) []edit {
	there := func(at prog.Pos, word string) bool {
		if at.Line < 1 || int(at.Line) > len(lines) {
			return false
		}
		line, from := lines[at.Line-1], int(at.Col)-1
		return from >= 0 && from < len(line) && strings.HasPrefix(line[from:], word)
	}
	switch {
	case !there(x.at, x.word):
		if x.or.Line == 0 || x.or.File != x.at.File || !there(x.or, "") {
			return nil
		}
		return []edit{{x.or, 0, x.text + " "}}
	case x.before && x.closes.Line == 0:
		return []edit{{x.at, 0, x.text + " "}}
	case !x.before:
		return []edit{{x.at, len(x.word), " " + x.text}}
	case x.closes.File == x.at.File && there(x.closes, ")"):
		return []edit{{x.at, 0, x.text}, {x.closes, 1, ")"}}
	}
	return nil
}

// Changes reports whether something is inserted into a file of the program, by its number.
func (h *Harness) Changes(number int32) bool {
	return slices.ContainsFunc(h.inserts, func(x insert) bool { return x.at.File == number })
}

// Inserted returns a file of the program, by its number, with calls of the harness. Places stay what they are.
func (h *Harness) Inserted(number int32, f prog.File) []byte {
	lines := strings.SplitAfter(string(f.Text), "\n")
	head := "void " + announcer + "(void);"
	var all []edit
	for _, x := range h.inserts {
		if x.at.File != number {
			continue
		}
		list := x.edits(lines)
		switch {
		case len(list) == 0:
		case x.end != "":
			head += " long long " + ender + x.end + "(void);"
		case x.closes.Line > 0:
			head += " void *" + handler + x.object + "(void *);"
		case x.object != "":
			head += " void " + filler + x.object + "(void *, unsigned long);"
		}
		all = append(all, list...)
	}
	slices.Reverse(all) // of what stands at one place, the first one comes last
	slices.SortStableFunc(all, func(a, b edit) int {
		return cmp.Or(int(b.at.Line-a.at.Line), int(b.at.Col-a.at.Col), b.skip-a.skip)
	})
	for _, x := range all { // the last one first, so that the others are where they were
		line, at := &lines[x.at.Line-1], int(x.at.Col)-1+x.skip
		*line = (*line)[:at] + x.text + (*line)[at:]
	}
	return []byte(head + "\n# 1 " + strconv.Quote(f.Name) + "\n" + strings.Join(lines, ""))
}

// inserted notes what is to be written into the program, once.
func (f *fn) inserted(x insert) {
	if x.at.Line > 0 && !slices.Contains(f.res.inserts, x) {
		f.res.inserts = append(f.res.inserts, x)
	}
}

// announces notes where the error is reached in a function of the program's.
func (f *fn) announces(at syntax.Pos, word string) {
	f.inserted(insert{at: f.position(at), word: word, text: announcer + "();"})
}

// naming returns the name by which harnesses know something that nothing initialises.
func (f *fn) naming(kind string, of any) string {
	name, known := f.filling[of]
	if !known {
		name = fmt.Sprint(kind, len(f.filling))
		f.filling[of] = name
	}
	return name
}

// filled notes where a local object begins to live that the program does not initialise, and records what is in it.
// Next are the statements behind its declaration.
func (f *fn) filled(s *syntax.Stmt, next []*syntax.Stmt) {
	o := s.Obj
	if !f.opt.Record || o.Init != nil || s.End.Line == 0 || f.position(s.End).Line == 0 {
		return
	}
	size := f.storage(o).size
	if o.Type.Size == 0 && size == 0 {
		return
	}
	name := f.naming("local", o)
	x := insert{at: f.position(s.End), word: ";", object: name}
	x.text = fmt.Sprintf("%s%s((void *)&%s, sizeof %[3]s);", filler, name, written(o.Name))
	if at := behind(s, next); at.Line > 0 {
		x.or = f.position(at)
	}
	f.inserted(x)
	if size != 0 {
		f.picturedArray(name, f.whole(f.storage(o)), size)
		return
	}
	f.pictured(name, f.whole(f.storage(o)))
	f.aimed(f.whole(f.storage(o)))
	if s := f.storage(o); s.addr != 0 {
		f.aims = append(f.aims, target{name, s})
	}
}

// behind returns where the first statement begins behind a declaration that a macro makes, if nothing that
// this makes behind it may read the object; else 0.
func behind(s *syntax.Stmt, next []*syntax.Stmt) syntax.Pos {
	for _, t := range next {
		switch {
		case t.Pos != s.End:
			return t.Pos
		case t.Kind != syntax.Decl || t.Obj.Init != nil:
			return syntax.Pos{}
		}
	}
	return syntax.Pos{}
}

// stacked notes a call of alloca, and records what is in the memory that it returns.
func (f *fn) stacked(e *syntax.Expr, at, size term.Term) {
	if !f.opt.Record {
		return
	}
	name := f.naming("alloca", e)
	f.inserted(insert{at: f.position(e.Pos), word: e.Obj.Name, before: true, closes: f.position(e.End),
		text: handler + name + "(", object: name})
	f.picturedMemory(name, e, at, size)
}

// ended notes where a function ends without a value, and records what it returns: before a
// word if it ends there, else behind it.
func (f *fn) ended(at syntax.Pos, word string, before bool) {
	if !f.opt.Record || f.obj == nil || f.obj.Name == "main" || f.result == nil {
		return
	}
	p := f.whole(f.result)
	if k := p.typ.Kind; k != syntax.Int && k != syntax.Pointer || f.position(at).Line == 0 {
		return
	}
	name := f.naming("end", at)
	x := insert{at: f.position(at), word: word, before: before, text: ender + name + "()", end: name}
	if before {
		x.text = "return " + x.text + ";"
	}
	f.inserted(x)
	f.noted(note{name: name}, f.number(f.load(p)))
}
