package evidence

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// What is read is nested at most so deep, a number has at most so many digits, and there are so many quantifiers, since
// the store compares the shape of each with those of others.
const (
	maxDepth       = 100
	maxDigits      = 1 << 16
	maxQuantifiers = 1 << 14
)

// reader reads what a writer has written. After an error everything is zero.
type reader struct {
	*names
	data  []byte
	terms []term.Term
	err   error

	quantifiers int
	cased       int // how deep in proofs by cases

	owner    map[term.Sym]owned // the constants of procedures
	mentions term.Paged[mention]
	visits   int // of terms, and of their arguments
	most     int // how many there may be
}

// newReader returns a reader. Each quantifier takes a look at all that is inside, so there is a limit of these looks,
// in proportion to what is read: only terms that are inside of very many quantifiers need more.
func newReader(n *names, data []byte) *reader {
	return &reader{names: n, data: data, most: 1<<20 + 4*len(data)}
}

var errShort = errors.New("evidence: it ends too early")

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("evidence: "+format, args...)
	}
	r.data = nil
}

func (r *reader) uint() uint64 {
	n, k := binary.Uvarint(r.data)
	if k <= 0 {
		r.short()
		return 0
	}
	r.data = r.data[k:]
	return n
}

func (r *reader) short() {
	if r.err == nil {
		r.err = errShort
	}
	r.data = nil
}

func (r *reader) int64() int64 {
	n, k := binary.Varint(r.data)
	if k <= 0 {
		r.short()
		return 0
	}
	r.data = r.data[k:]
	return n
}

// int reads a number from least to most.
func (r *reader) int(least, most int) int {
	n := r.int64()
	if n < int64(least) || n > int64(most) {
		r.fail("the number %d is not between %d and %d", n, least, most)
		return least
	}
	return int(n)
}

// length reads how many things follow, each of which takes a byte or more.
func (r *reader) length() int {
	n := r.int(0, math.MaxInt32)
	if n > len(r.data) {
		r.short()
		return 0
	}
	return n
}

func (r *reader) int32s() (list []int32) {
	for range r.length() {
		list = append(list, int32(r.int(math.MinInt32, math.MaxInt32)))
	}
	return list
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.short()
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) bool() bool {
	b := r.byte()
	if b > 1 {
		r.fail("the byte %d is no truth value", b)
	}
	return b == 1
}

func (r *reader) text() string {
	n := r.length()
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

func (r *reader) integer() num.Int {
	if !r.bool() {
		return num.FromInt64(r.int64())
	}
	s := r.text()
	if len(s) > maxDigits {
		r.fail("a number of %d digits", len(s))
		return num.Int{}
	}
	n, err := num.ParseInt(s)
	if err != nil {
		r.fail("%v", err)
	}
	return n
}

func (r *reader) rational() num.Rat {
	n, d := r.integer(), r.integer()
	if d.Sign() <= 0 {
		r.fail("a denominator that is not positive")
		return num.Rat{}
	}
	return num.FromInts(n, d)
}

func (r *reader) sort() term.Sort { return r.sortWithin(maxDepth) }

func (r *reader) sortWithin(depth int) term.Sort {
	switch kind := term.SortKind(r.byte()); kind {
	case term.KindBool:
		return term.Bool
	case term.KindInt:
		return term.Int
	case term.KindReal:
		return term.Real
	case term.KindBitVec:
		return r.st.BitVecSort(r.int(1, term.MaxWidth))
	case term.KindUninterpreted:
		return r.st.UninterpretedSort(r.text())
	case term.KindArray:
		if depth == 0 {
			break
		}
		index, element := r.sortWithin(depth-1), r.sortWithin(depth-1)
		if r.err == nil {
			return r.st.ArraySort(index, element)
		}
	}
	r.fail("not a sort")
	return term.Bool
}

// symbol reads a symbol that has a number.
func (r *reader) symbol() term.Sym {
	n := r.uint()
	if n == 0 || n > uint64(len(r.syms)) {
		r.fail("no symbol has the number %d", n)
		return 0
	}
	return r.syms[n-1]
}

// term reads a term.
func (r *reader) term() term.Term {
	for {
		op := term.Op(r.byte())
		if r.err != nil {
			return 0
		}
		if op == term.OpNone {
			break
		}
		t := r.node(op)
		if r.err != nil {
			return 0
		}
		r.terms = append(r.terms, t)
	}
	return r.reference()
}

// reference reads the number of a term that was read.
func (r *reader) reference() term.Term {
	n := r.uint()
	if n == 0 || n > uint64(len(r.terms)) {
		r.fail("no term has the number %d", n)
		return 0
	}
	return r.terms[n-1]
}

// formula reads a formula without free bound variables.
func (r *reader) formula() term.Term {
	t := r.term()
	if r.err == nil && (r.st.Sort(t) != term.Bool || !r.st.Ground(t)) {
		r.fail("not a closed formula")
		return 0
	}
	return t
}

// args reads the arguments of a node.
func (r *reader) args() (list []term.Term) {
	for range r.length() {
		list = append(list, r.reference())
	}
	return list
}

// end returns the error, or one that something is left.
func (r *reader) end() error {
	if r.err == nil && len(r.data) > 0 {
		r.fail("%d bytes are left", len(r.data))
	}
	return r.err
}
