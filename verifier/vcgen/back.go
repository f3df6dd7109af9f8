package vcgen

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// Back leads from the templates back to the program: it gives the Origin of
// procedures, blocks and call sites its meaning, and says which term holds the
// value that a command gave to a variable.
type Back struct {
	Procs []ProcBack // by vc.ProcID
}

// Proc returns the procedure that a template was made from.
func (b *Back) Proc(p *vc.Proc) prog.ProcID { return prog.ProcID(p.Origin) }

// Block returns the index of the block that a template's block was made from.
func (b *Back) Block(x *vc.Block) int32 { return x.Origin }

// Call returns the number (prog.Cmd.ID) of the call command that a call site
// was made from.
func (b *Back) Call(x *vc.Site) int32 { return x.Origin }

// ProcBack is the part of Back that belongs to one template.
type ProcBack struct {
	// Entry holds the initial values of the interface's variables, and of locals
	// and results that are read before they are written.
	Entry []Value
	// Blocks is indexed like the blocks of the template. The values of a block
	// are in the order of their commands.
	Blocks [][]Value
}

// Value says that after a command (at index Cmd of its block, with the number
// ID) the variable Var has the value of Term. For a Record, Var is 0.
type Value struct {
	Cmd  int32
	ID   int32
	Var  prog.VarID
	Term term.Term
}
