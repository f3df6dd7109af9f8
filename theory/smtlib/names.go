package smtlib

import "hash/maphash"

// Classes of bytes. What is none of these is rare or wrong.
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

// nameTable numbers the names of symbols. It is a hash table of its own for the
// one look-up that each token costs.
type nameTable struct {
	text   []string // by nameID, from 1
	slots  []nameSlot
	seed   maphash.Seed
	quoted map[string]nameID // reserved words between bars: other names than the words
}

type nameSlot struct {
	hash uint32
	id   nameID // 0: free
}

func newNameTable() nameTable {
	return nameTable{text: make([]string, 1), slots: make([]nameSlot, 256), seed: maphash.MakeSeed(), quoted: map[string]nameID{}}
}

func (n *nameTable) intern(name []byte) nameID {
	h := uint32(maphash.Bytes(n.seed, name))
	mask := uint32(len(n.slots) - 1)
	k := h & mask
	for ; n.slots[k].id != 0; k = (k + 1) & mask {
		if s := n.slots[k]; s.hash == h && n.text[s.id] == string(name) {
			return s.id
		}
	}
	id := nameID(len(n.text))
	n.text = append(n.text, string(name))
	n.slots[k] = nameSlot{h, id}
	if len(n.text)*2 > len(n.slots) {
		n.enlarge()
	}
	return id
}

func (n *nameTable) enlarge() {
	old := n.slots
	n.slots = make([]nameSlot, 2*len(old))
	mask := uint32(len(n.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		k := s.hash & mask
		for n.slots[k].id != 0 {
			k = (k + 1) & mask
		}
		n.slots[k] = s
	}
}

// internQuoted interns a name that stood between bars: a reserved word is an
// ordinary name there, and another one than the word.
func (n *nameTable) internQuoted(name []byte) nameID {
	if !reservedWord(string(name)) {
		return n.intern(name)
	}
	id, ok := n.quoted[string(name)]
	if !ok {
		id = nameID(len(n.text))
		n.text = append(n.text, string(name))
		n.quoted[string(name)] = id
	}
	return id
}
