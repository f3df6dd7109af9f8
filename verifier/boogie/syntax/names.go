package syntax

// Name is an interned identifier, literal or string. Zero stands for none. Names up to lastKeyword are keywords.
type Name uint32

// Names is a table of interned strings.
type Names struct {
	text  []string
	hash  []uint32
	slots []Name // open addressing, a power of two; zero is free
}

func newNames(sizeHint int) *Names {
	n := 1024
	for n < sizeHint {
		n *= 2
	}
	return &Names{text: make([]string, 1, n/2), hash: make([]uint32, 1, n/2), slots: make([]Name, n)}
}

// Len is one more than the greatest name.
func (t *Names) Len() int { return len(t.text) }

// Text returns the text of a name.
func (t *Names) Text(n Name) string { return t.text[n] }

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

func hashOf(b []byte) uint32 {
	h := uint32(hashSeed)
	for _, c := range b {
		h = (h ^ uint32(c)) * hashPrime
	}
	return h
}

// Intern returns the name of a text.
func (t *Names) Intern(text string) Name { return t.intern([]byte(text), hashOf([]byte(text))) }

func (t *Names) intern(b []byte, h uint32) Name {
	n, i := t.find(b, h)
	if n != 0 {
		return n
	}
	n = Name(len(t.text))
	t.text = append(t.text, string(b))
	t.hash = append(t.hash, h)
	t.slots[i] = n
	if 2*len(t.text) > len(t.slots) {
		t.grow()
	}
	return n
}

// find returns the name, or zero and the slot to put it in.
func (t *Names) find(b []byte, h uint32) (Name, uint32) {
	mask := uint32(len(t.slots) - 1)
	for i := mix(h) & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 || t.hash[n] == h && t.text[n] == string(b) {
			return n, i
		}
	}
}

func (t *Names) grow() {
	t.slots = make([]Name, 2*len(t.slots))
	mask := uint32(len(t.slots) - 1)
	for n := 1; n < len(t.text); n++ {
		i := mix(t.hash[n]) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = Name(n)
	}
}

// mix spreads the high bits of FNV into the low ones, which alone select a slot.
func mix(h uint32) uint32 { return h ^ h>>15 }
