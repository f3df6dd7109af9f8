package term

// Op is the operator at the root of a term.
type Op uint8

// The operators. Arguments are numbered from 0.
const (
	OpNone       Op = iota
	OpTrue          // Bool
	OpFalse         // Bool
	OpNot           // Bool
	OpAnd           // Bool, two or more arguments
	OpOr            // Bool, two or more arguments
	OpEq            // two arguments of one sort; over Bool it is "iff"
	OpDistinct      // two or more arguments of one sort
	OpIte           // condition, then, else
	OpApp           // a symbol applied to zero or more arguments; without arguments a constant
	OpBound         // a bound variable, a unique object
	OpForall        // body, bound variables, pattern terms (see Quant)
	OpExists        // likewise
	OpNum           // an integer numeral
	OpRat           // a rational numeral, of sort Real also when it is integral
	OpAdd           // two or more arguments, all Int or all Real
	OpMul           // two arguments, both Int or both Real; a numeral coefficient comes first
	OpLe            // two arguments, both Int or both Real
	OpDiv           // two Int arguments, SMT-LIB Euclidean division
	OpMod           // two Int arguments, SMT-LIB Euclidean remainder
	OpQuo           // two Real arguments, SMT-LIB division "/"
	OpToReal        // an Int argument
	OpToInt         // a Real argument; the greatest integer not above it
	OpSelect        // array, index
	OpStore         // array, index, element
	OpConstArray    // element; the sort says which array

	// Bit-vectors. The sort gives the width of what they return.
	OpBits    // a bit-vector literal
	OpConcat  // two or more arguments, the most significant first
	OpExtract // see Store.ExtractBounds
	OpSignExt // the argument is narrower than the term
	OpBvNot
	OpBvAnd  // two or more arguments
	OpBvOr   // two or more arguments
	OpBvXor  // two or more arguments
	OpBvNeg  // two's complement
	OpBvAdd  // two or more arguments
	OpBvMul  // two arguments
	OpBvUdiv // by zero: all ones
	OpBvUrem // by zero: the first argument
	OpBvShl  // value, amount
	OpBvLshr
	OpBvAshr
	OpBvUle   // Bool
	OpBvSle   // Bool
	OpBvUmulo // Bool: the product of the unsigned arguments does not fit
	OpBvSmulo // Bool: that of the signed ones does not
	OpBvToInt // Int: the value of an unsigned argument
	OpIntToBv // an Int argument, modulo two to the width
	numOps
)

var opNames = [numOps]string{
	OpTrue: "true", OpFalse: "false", OpNot: "not", OpAnd: "and", OpOr: "or",
	OpEq: "=", OpDistinct: "distinct", OpIte: "ite", OpApp: "app", OpBound: "bound",
	OpForall: "forall", OpExists: "exists", OpNum: "num", OpAdd: "+", OpMul: "*",
	OpRat: "rat", OpLe: "<=", OpDiv: "div", OpMod: "mod",
	OpQuo: "/", OpToReal: "to_real", OpToInt: "to_int", OpSelect: "select", OpStore: "store",
	OpConstArray: "const",
	OpBits:       "bits", OpConcat: "concat", OpExtract: "extract", OpSignExt: "sign_extend", OpBvNot: "bvnot",
	OpBvAnd: "bvand",
	OpBvOr:  "bvor", OpBvXor: "bvxor", OpBvNeg: "bvneg", OpBvAdd: "bvadd", OpBvMul: "bvmul", OpBvUdiv: "bvudiv",
	OpBvUrem: "bvurem", OpBvShl: "bvshl", OpBvLshr: "bvlshr", OpBvAshr: "bvashr", OpBvUle: "bvule", OpBvSle: "bvsle",
	OpBvUmulo: "bvumulo", OpBvSmulo: "bvsmulo", OpBvToInt: "bv2nat", OpIntToBv: "int2bv",
}

// String returns the operator's SMT-LIB name, where it has one.
func (o Op) String() string {
	if o < numOps {
		return opNames[o]
	}
	return "?"
}
