package c

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// record is what traces in C need to know of a program.
type record struct {
	units   map[prog.NodeID]*unit        // by commands
	calls   map[prog.NodeID]*syntax.Expr // by calls
	ways    map[prog.NodeID]*turn        // by blocks
	vars    map[term.Term]meaning        // what variables stand for
	objects []object                     // with constant addresses
	codes   map[*syntax.Object]int64     // addresses of functions
	lists   []*list                      // of strings that main is given
	notes   map[prog.NodeID]note         // by the commands that record values
	heads   map[prog.NodeID]*head        // of loops, by their blocks
	cycles  map[prog.NodeID]*cycle       // loops, by their blocks
	front   int64                        // bytes in front of an object that are its own
}

func newRecord() record {
	return record{
		units: map[prog.NodeID]*unit{}, calls: map[prog.NodeID]*syntax.Expr{}, ways: map[prog.NodeID]*turn{},
		vars: map[term.Term]meaning{}, heads: map[prog.NodeID]*head{},
		cycles: map[prog.NodeID]*cycle{}, notes: map[prog.NodeID]note{},
	}
}

// role says what a variable of the program is for.
type role uint8

// The roles.
const (
	own         role = iota // the lowering's own: nothing in C is that
	part                    // a part of an object, or an array of such parts
	handed                  // likewise, of an argument or a result, where its function begins or ends
	placed                  // the address of an object that has no constant one
	nextAddress             // of an object
	scalars                 // a map from addresses to scalars
	octets                  // a map from addresses to bytes
)

// meaning is what a variable of the program stands for.
type meaning struct {
	role role
	obj  *syntax.Object // of a part, or of which it is the address
	name string         // of a part: the object's
	leaf
	class *class // of scalars
}

// stands notes what a variable stands for.
func (l *lowerer) stands(v prog.VarID, m meaning) {
	if v != 0 {
		l.res.record.vars[l.prog.Var(v).Term] = m
	}
}

// standsFor notes that a variable is a part of an object, unless the program does not have that.
func (l *lowerer) standsFor(v prog.VarID, o *syntax.Object, name string, x leaf) {
	if !strings.HasPrefix(o.Name, "$") {
		l.stands(v, meaning{role: part, obj: o, name: name, leaf: x})
	}
}

// unit is a statement, or a part of one that is shown on its own. Its text is made where it is needed.
type unit struct{ text func() string }

// turn is a front.Way whose texts are made where they are needed.
type turn struct {
	node            prog.NodeID
	text, condition func() string
	holds           bool
	loop            bool
	head            prog.NodeID
	several         bool
}

// statement says what statement the commands are of that follow.
func (f *fn) statement(text func() string) { f.doing = &unit{text} }

// step is what the commands of a statement do at a place.
type step struct {
	of *unit
	at prog.Pos
}

// node returns the node of the commands of the present statement at a place; none in the library.
func (f *fn) node(at syntax.Pos) prog.NodeID { return f.nodeAt(f.position(at)) }

func (f *fn) nodeAt(at prog.Pos) prog.NodeID {
	if at.Line == 0 {
		return 0
	}
	x := step{f.doing, at}
	n, ok := f.nodes[x]
	if !ok {
		n = f.prog.NewNode(x.at)
		f.nodes[x] = n
		if x.of != nil {
			f.res.record.units[n] = x.of
		}
	}
	return n
}

// goes notes what it means that control gets to a block.
func (f *fn) goes(b int32, w turn) { f.res.record.ways[f.q.Blocks[b].Node] = &w }

// object is a part of the memory.
type object struct {
	base, size int64
	name       string
	typ        *syntax.Type // nil if it is not known
	heap       bool         // it is from malloc
	inner      bool         // a local of a block within the body of its function
}

// end says how the life of an object ends that is not freed.
func (o *object) end() string {
	switch {
	case o.heap:
		return ""
	case o.inner:
		return "block has ended"
	}
	return "function has returned"
}

// fixedAt notes an object with a constant address.
func (l *lowerer) fixedAt(o *syntax.Object, base int64) {
	name := o.Name
	if o.Name == "string" && o.Init != nil {
		name = strconv.Quote(strings.TrimSuffix(o.Init.Items[0].Value.Str, "\x00"))
	}
	objects := l.res.record.objects
	i := sort.Search(len(objects), func(i int) bool { return objects[i].base > base })
	l.res.record.objects = slices.Insert(objects, i, object{base, o.Type.Size, name, o.Type, false, o.Inner()})
}

// written returns the name of a function, or of a variable, as it is written: several translation units, or blocks, may
// have one of the same name, and # is in none. The library's own names begin with __muster_.
func written(name string) string {
	name = strings.TrimPrefix(name, "__muster_")
	i := strings.IndexByte(name, '#')
	if i < 0 {
		return name
	}
	return name[:i] + strings.TrimLeft(name[i:], "#0123456789")
}

// longest is how many characters of a statement are shown.
const longest = 120

func short(text string) string {
	if text = strings.Join(strings.Fields(text), " "); len(text) > longest {
		return text[:longest] + " ..."
	}
	return text
}
