package c

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// noting says what a value is that an execution records.
type noting uint8

// What is recorded. What harnesses give an object that nothing has initialised takes several values: first there is one
// of the kind noteObject, then what is in it.
const (
	noteResult  noting = iota // what a function returns, or an argument of the entry
	noteRefused               // the size that is too much for a function to get
	noteObject                // the size of an object
	noteAddress               // of the object
	noteFrom                  // what is before that many bytes of it stays as it is
	noteTarget                // the address of an object that was recorded before
	noteNumber                // a number in the object
	notePointer               // likewise, a pointer
	noteMap                   // the map that has numbers in the object, side by side
	noteCount                 // how many strings are in a list that main is given
	noteList                  // what is in it
)

// note says what a value of an execution is, by the node of the command that records it.
type note struct {
	what      noting
	name      string // of a function or an object, by which harnesses know it
	file      string // of the library, if its function records it
	bit, bits int64  // of a number, and of a map for the first one
	// Numbers of a map are so many bytes apart, and their indices differ by step.
	stride, step int64
	list         int // its number
}

// String is what traces call the value.
func (n note) String() string {
	name := n.name
	if n.file != "" {
		name += " <" + n.file + ">"
	}
	switch n.what {
	case noteRefused:
		return "$refused " + name
	case noteObject:
		return "$object " + name
	case noteAddress:
		return "$at"
	case noteFrom:
		return "$from"
	case noteTarget:
		return "$target " + name
	case noteNumber:
		return fmt.Sprint("$part ", n.bit, " ", n.bits)
	case notePointer:
		return fmt.Sprint("$pointer ", n.bit, " ", n.bits)
	case noteMap:
		return fmt.Sprint("$map ", n.bit, " ", n.stride, " ", n.bits, " ", n.step)
	case noteCount:
		return [...]string{"$argc", "$envc"}[n.list]
	case noteList:
		return [...]string{"$argv", "$envp"}[n.list]
	}
	return name
}

// noted has executions record a value. The command is a part of the present statement, with a node of its own.
func (f *fn) noted(n note, t term.Term) {
	f.emit(prog.Cmd{Kind: prog.Record, Label: n.String(), Values: []term.Term{t}})
	c := &f.q.Blocks[f.cur].Cmds
	last := &(*c)[len(*c)-1]
	r := &f.res.record
	of := last.Node
	last.Node = f.prog.NewNode(f.prog.Pos(of))
	r.notes[last.Node] = n
	if u := r.units[of]; u != nil {
		r.units[last.Node] = u
	}
	if e := r.calls[of]; e != nil && n.what == noteResult {
		r.calls[last.Node] = e
	}
}

// named returns a note about something of a name, which may be in the library.
func (f *fn) named(what noting, name string) note {
	n := note{what: what, name: name}
	if f.obj != nil {
		if file := f.unit.Files[f.obj.Pos.File].Name; strings.HasPrefix(file, "<") {
			n.file = strings.Trim(file, "<>")
		}
	}
	return n
}
