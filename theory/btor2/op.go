package btor2

// op is what a line is about.
type op uint8

const (
	opNone op = iota
	opSort
	opInput
	opState
	opInit
	opNext
	opBad
	opConstraint
	opOutput
	opFair
	opJustice
	opOne
	opOnes
	opZero
	opConst
	opConstd
	opConsth
	opSext
	opUext
	opSlice
	opNot
	opInc
	opDec
	opNeg
	opRedand
	opRedor
	opRedxor
	opIff
	opImplies
	opEq
	opNeq
	opUgt
	opUgte
	opUlt
	opUlte
	opSgt
	opSgte
	opSlt
	opSlte
	opAnd
	opNand
	opNor
	opOr
	opXnor
	opXor
	opRol
	opRor
	opSll
	opSra
	opSrl
	opAdd
	opMul
	opSdiv
	opUdiv
	opSmod
	opSrem
	opUrem
	opSub
	opUaddo
	opSaddo
	opSdivo
	opUmulo
	opSmulo
	opUsubo
	opSsubo
	opConcat
	opRead
	opIte
	opWrite
	numOps
)

// shape is how the sorts of an operator's operands and result belong together.
type shape uint8

const (
	shapeNone    shape = iota
	shapeSame          // all are the same bit-vectors
	shapeReduce        // a bit of a bit-vector
	shapeCompare       // a bit of two equal bit-vectors
	shapeEqual         // a bit of two equal sorts
	shapeBits          // bits only
	shapeConcat
	shapeRead
	shapeIte
	shapeWrite
)

// opInfo describes an operator.
type opInfo struct {
	name  string
	args  int
	shape shape
}

// infos is the table of operators.
var infos = [numOps]opInfo{
	opSort: {name: "sort"}, opInput: {name: "input"}, opState: {name: "state"}, opInit: {name: "init"},
	opNext: {name: "next"},
	opBad:  {name: "bad"}, opConstraint: {name: "constraint"}, opOutput: {name: "output"}, opFair: {name: "fair"},
	opJustice: {name: "justice"},
	opOne:     {name: "one"}, opOnes: {name: "ones"}, opZero: {name: "zero"},
	opConst: {name: "const"}, opConstd: {name: "constd"}, opConsth: {name: "consth"},
	opSext: {name: "sext"}, opUext: {name: "uext"}, opSlice: {name: "slice"},
	opNot: {"not", 1, shapeSame}, opInc: {"inc", 1, shapeSame}, opDec: {"dec", 1, shapeSame}, opNeg: {"neg", 1, shapeSame},
	opRedand: {"redand", 1, shapeReduce}, opRedor: {"redor", 1, shapeReduce}, opRedxor: {"redxor", 1, shapeReduce},
	opIff: {"iff", 2, shapeBits}, opImplies: {"implies", 2, shapeBits},
	opEq: {"eq", 2, shapeEqual}, opNeq: {"neq", 2, shapeEqual},
	opUgt: {"ugt", 2, shapeCompare}, opUgte: {"ugte", 2, shapeCompare}, opUlt: {"ult", 2, shapeCompare}, opUlte: {"ulte",
		2, shapeCompare},
	opSgt: {"sgt", 2, shapeCompare}, opSgte: {"sgte", 2, shapeCompare}, opSlt: {"slt", 2, shapeCompare}, opSlte: {"slte",
		2, shapeCompare},
	opAnd: {"and", 2, shapeSame}, opNand: {"nand", 2, shapeSame}, opNor: {"nor", 2, shapeSame}, opOr: {"or", 2, shapeSame},
	opXnor: {"xnor", 2, shapeSame}, opXor: {"xor", 2, shapeSame}, opRol: {"rol", 2, shapeSame}, opRor: {"ror", 2,
		shapeSame},
	opSll: {"sll", 2, shapeSame}, opSra: {"sra", 2, shapeSame}, opSrl: {"srl", 2, shapeSame},
	opAdd: {"add", 2, shapeSame}, opMul: {"mul", 2, shapeSame}, opSdiv: {"sdiv", 2, shapeSame}, opUdiv: {"udiv", 2,
		shapeSame},
	opSmod: {"smod", 2, shapeSame}, opSrem: {"srem", 2, shapeSame}, opUrem: {"urem", 2, shapeSame}, opSub: {"sub", 2,
		shapeSame},
	opUaddo: {"uaddo", 2, shapeCompare}, opSaddo: {"saddo", 2, shapeCompare}, opSdivo: {"sdivo", 2, shapeCompare},
	opUmulo: {"umulo", 2, shapeCompare}, opSmulo: {"smulo", 2, shapeCompare},
	opUsubo: {"usubo", 2, shapeCompare}, opSsubo: {"ssubo", 2, shapeCompare},
	opConcat: {"concat", 2, shapeConcat}, opRead: {"read", 2, shapeRead}, opIte: {"ite", 3, shapeIte}, opWrite: {"write",
		3, shapeWrite},
}

// opsByName finds operators; btor2tools once called neq ne.
var opsByName = func() map[string]op {
	m := map[string]op{"ne": opNeq}
	for o, i := range infos {
		if i.name != "" {
			m[i.name] = op(o)
		}
	}
	return m
}()

// String returns the name in the format.
func (o op) String() string { return infos[o].name }
