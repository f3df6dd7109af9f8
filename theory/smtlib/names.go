package smtlib

import (
	"hash/maphash"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// Classes of bytes. All others are rare or wrong.
const (
	classOther = iota
	classSpace
	classOpen
	classClose
	classSymbol
)

var class = func() (t [256]uint8) {
	for c := range t {
		if symbolByte(byte(c)) {
			t[c] = classSymbol
		}
	}
	for _, c := range " \t\r\n" {
		t[c] = classSpace
	}
	t['('], t[')'] = classOpen, classClose
	return t
}()

// nameID is the number of a symbol's name.
type nameID uint32

// name is a symbol's name and everything it means.
type name struct {
	text  string
	local int32 // 1 + the innermost bound variable or let of this name
	kind  entryKind
	op    opcode // what it means in every script
	bits  uint8  // if that is a function on bit-vectors, its number
	ref   uint32 // of a global: see entryKind
}

// entryKind is the kind of a global name, a declared or defined one.
type entryKind uint8

const (
	entryNone  entryKind = iota
	entryNew             // a constant that was not used yet; ref is its symbol
	entryConst           // ref is a term: a constant, or what was defined without parameters
	entryFun             // ref is a symbol
	entryDef             // ref is an index into Reader.defs
	entryMany            // several of these; ref is the index of the latest one in Reader.overs
)

// nameTable numbers the names of symbols. It is a hash table made for the one look-up
// that each token costs.
type nameTable struct {
	all    []name // by nameID, from 1
	slots  []term.Slot[nameID]
	seed   maphash.Seed
	quoted map[string]nameID // reserved words between bars: other names than the words
	block  strings.Builder   // texts: few large strings
}

func newNameTable() nameTable {
	return nameTable{all: make([]name, 1), slots: make([]term.Slot[nameID], 256), seed: maphash.MakeSeed(),
		quoted: map[string]nameID{}}
}

// text returns the text of a name.
func (n *nameTable) text(id nameID) string { return n.all[id].text }

func (n *nameTable) intern(text []byte) nameID {
	h := uint32(maphash.Bytes(n.seed, text))
	mask := uint32(len(n.slots) - 1)
	k := h & mask
	for ; n.slots[k].N != 0; k = (k + 1) & mask {
		if s := n.slots[k]; s.Hash == h && n.all[s.N].text == string(text) {
			return s.N
		}
	}
	id := n.add(text)
	n.slots[k] = term.Slot[nameID]{N: id, Hash: h}
	if len(n.all)*2 > len(n.slots) {
		old := n.slots
		n.slots = make([]term.Slot[nameID], 2*len(old))
		term.Enter(n.slots, old)
	}
	return id
}

// add adds a name that is not in the table.
func (n *nameTable) add(text []byte) nameID {
	const block = 1 << 14
	if n.block.Cap()-n.block.Len() < len(text) {
		// Small at first: most scripts are.
		n.block = strings.Builder{}
		n.block.Grow(max(len(text), min(block, 16*len(n.all))))
	}
	n.block.Write(text)
	s := n.block.String()
	if len(n.all) == cap(n.all) {
		n.all = append(make([]name, 0, 2*cap(n.all)), n.all...)
	}
	n.all = append(n.all, name{text: s[len(s)-len(text):]})
	return nameID(len(n.all) - 1)
}

// internQuoted interns a name between bars: there a reserved word is an ordinary name,
// different from the word.
func (n *nameTable) internQuoted(text []byte) nameID {
	const longest = len("HEXADECIMAL")
	if len(text) > longest || !reservedWord(string(text)) {
		return n.intern(text)
	}
	id, ok := n.quoted[string(text)]
	if !ok {
		id = n.add(text)
		n.quoted[n.text(id)] = id
	}
	return id
}
