package execute

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// opcode is an instruction of the register machine. Registers are words; those of maps are pointers beside them. All
// have a fixed place, so operands need no base: a call of a procedure that is active saves its registers.
type opcode uint8

const (
	opBlock      opcode = iota // a block begins: a
	opMove                     // dst := a
	opMoveMap                  // of a map
	opAdd                      // dst := a + b, likewise the next ones
	opSub                      //
	opMul                      //
	opDiv                      //
	opMod                      //
	opLe                       // dst := a <= b, 0 or 1
	opEq                       //
	opEqWord                   // of words that are no integers
	opEqIntMap                 // of maps of integers
	opEqMap                    //
	opNot                      // dst := 1 - a
	opSelect                   // dst := map a at b
	opStore                    // map dst at a := b
	opConstMap                 // map dst := a everywhere
	opRow                      // map dst := row of map a at b, which is not to be changed
	opOwnRow                   // map dst := row of map a at b, to be changed there
	opStoreRow                 // map dst at a := map b
	opConstRow                 // map dst at a := b everywhere
	opConstRows                // map dst := map a everywhere
	opFill                     // map dst := a from b up to c, else the map d: see fills
	opEvery                    // dst := whether elements of a map are not a value, a: see everies
	opBits                     // an operator on bit-vectors: b is the number of a bitOp
	opJump                     // to dst
	opJumpTrue                 // to dst if a is not 0
	opJumpFalse                // to dst if a is 0
	opJumpLe                   // to dst if a <= b
	opJumpGt                   // to dst if a > b
	opJumpEq                   // to dst if a = b, integers
	opJumpNe                   // to dst if not
	opClearWays                // no successor is open
	opOpenWay                  // successor a is
	opWay                      // go to one that is: see ways
	opSettle                   // a truth value that is unknown becomes a choice: dst
	opUnknown                  // dst := unknown
	opUnknownMap               // of a map of a levels: all elements
	opDraw                     // dst := an arbitrary value: site a
	opMark                     // draws from here on may be repeated: until a time later by opRetry
	opRetry                    // an assumption about what was just drawn is false: back to the mark at dst
	opPick                     // go to any of some ways: see ways; lazily on
	opGiven                    // what was drawn for variable a is dst
	opSeek                     // begin seek a; to dst if there are too many values
	opFound                    // dst is a value that is sought
	opSeekNext                 // to dst with the next value of seek a, if there is one
	opCall                     // see calls
	opReturn                   // from procedure a
	opExit                     // from the entry, if nothing has called it
	opBlocked                  // an assumption is false
	opRefuse                   // what is not supported: refusals a
	opAddJump                  // opAdd, and opJumpLe or opJumpGt behind it: see code.shorten
	opRange                    // two times opJumpGt: to dst unless a <= b and b is at most what the next one says
)

// instr is an instruction.
type instr struct {
	op        opcode
	dst, a, b int32
	other     int32 // where control goes if a jump is not taken, likewise behind the other instructions
}

// reg is the number of a register.
type reg = int32

// second is the register of the second operand of operators on bit-vectors.
const second reg = 0

// site is a place where a value is arbitrary.
type site struct {
	v      prog.VarID
	sort   term.Sort
	kind   siteKind
	width  int
	lo, hi int64 // what the assumptions that follow allow, as far as this is known
}

// siteKind says which values there are.
type siteKind uint8

const (
	siteInt siteKind = iota
	siteBool
	siteBits
	siteElem
	siteMap
	siteRows  // a map of maps: all elements are 0
	siteOther // the only value that anything may depend on is that nothing depends on
)

// call is a call command.
type call struct {
	callee       prog.ProcID
	args         []reg // in the caller
	targets      []reg
	argMap, tMap []bool
}

// procedure is a compiled procedure.
type procedure struct {
	entry   int32 // where its code begins
	ins     []reg
	outs    []reg
	outMap  []bool
	olds    [][2]reg // the value at entry of a global, and the global
	own     []reg    // registers that a call saves if the procedure is active
	ownMaps []reg
	begin   []prog.VarID
}

// way is a jump to one of several blocks.
type way struct {
	blocks []int32 // by successor: the instruction where it begins
}

// fill says what a map becomes by an assumption that determines it: value at an index from lo up to hi, else what
// from has.
type fill struct {
	to, from, source reg // source is a map to read at the index plus shift, if it is not -1; else value
	lo, hi           reg
	value, shift     reg
	slope            int64 // times the index, which is added to value
	v                prog.VarID
}

// bitOp is an operator on bit-vectors.
type bitOp struct {
	op    term.Op
	pair  bool // there are two operands
	width uint // of the result
	from  uint // of the (last) argument
	lo    uint // of an extraction
}

// code is a compiled program.
type code struct {
	p        *prog.Program
	st       *term.Store
	code     []instr
	unsure   []int32 // by instruction: where a jump goes whose condition is unknown, or what it does: see unsureSplit
	procs    []procedure
	sites    []site
	calls    []call
	ways     []way
	fills    []fill
	everies  []every
	seeks    []seek
	bits     []bitOp
	refusals []string
	consts   []int64 // initial values of registers
	numRegs  int
	regMap   []bool    // by register: it holds a map
	levels   []uint8   // by register, of a variable: how many levels of maps it holds
	nested   bool      // there are maps of maps
	bigs     []num.Int // numerals that are no words
	blocks   int
	pool     []int64 // numerals of the program
	start    int32
	constant []constReg // constants of the program without a value of their own
}

// constReg is a constant of the program and its register.
type constReg struct {
	v prog.VarID
	r reg
}
