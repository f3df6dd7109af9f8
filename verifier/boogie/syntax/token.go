package syntax

import "strings"

// kind is the kind of a token. Keywords are identifiers with a small name.
type kind uint8

const (
	tEOF    kind = iota
	tIdent       // also keywords
	tInt         // 12
	tBv          // 12bv32
	tReal        // 1.5, 1e5
	tFloat       // 0x1.8e0f24e8
	tString      // with its quotes stripped and escapes undone
	tLParen
	tRParen
	tLBrack
	tRBrack
	tLBrace
	tRBrace
	tLCode // |{
	tRCode // }|
	tComma
	tSemi
	tColon
	tColons
	tAssign
	tDefine // =
	tIff
	tImplies
	tExplies
	tAnd
	tOr
	tNot
	tEq
	tNe
	tLt
	tLe
	tGt
	tGe
	tPartial // <:
	tConcat
	tPlus
	tMinus
	tStar
	tSlash
	tPower
	tBar
	tArrow
)

func (k kind) String() string {
	const all = "end of file\nidentifier\ninteger\nbit-vector literal\nreal literal\nfloat literal\nstring\n" +
		"'('\n')'\n'['\n']'\n'{'\n'}'\n'|{'\n'}|'\n','\n';'\n':'\n'::'\n':='\n'='\n'<==>'\n'==>'\n'<=='\n'&&'\n'||'\n" +
		"'!'\n'=='\n'!='\n'<'\n'<='\n'>'\n'>='\n'<:'\n'++'\n'+'\n'-'\n'*'\n'/'\n'**'\n'|'\n'->'"
	return strings.Split(all, "\n")[k]
}

// The keywords, in the order of keywordText.
const (
	kwAssert Name = iota + 1
	kwAssume
	kwAsync
	kwAxiom
	kwBool
	kwBreak
	kwCall
	kwComplete
	kwConst
	kwDiv
	kwElse
	kwEnsures
	kwExists
	kwExtends
	kwFalse
	kwForall
	kwFree
	kwFunction
	kwGoto
	kwHavoc
	kwIf
	kwImplementation
	kwInt
	kwInvariant
	kwLambda
	kwMod
	kwModifies
	kwOld
	kwPar
	kwProcedure
	kwReal
	kwRequires
	kwReturn
	kwReturns
	kwThen
	kwTrue
	kwType
	kwUnique
	kwUses
	kwVar
	kwWhere
	kwWhile
	kwYield
	lastKeyword = kwYield
)

const keywordText = "assert assume async axiom bool break call complete const div else ensures exists extends false " +
	"forall free function goto havoc if implementation int invariant lambda mod modifies old par " +
	"procedure real requires return returns then true type unique uses var where while yield"

// token is one lexical unit. For identifiers, literals and strings name is the interned text.
type token struct {
	kind kind
	pos  Pos
	end  Pos
	name Name
}
