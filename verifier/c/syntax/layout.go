package syntax

// rules are what attributes and pragmas say of the layout of a structure.
type rules struct {
	pack  int64 // the largest alignment of a member, in bytes; 0 if there is no limit
	ms    bool  // as Microsoft's compilers have it (ms_struct)
	align int64 // the least alignment of the whole
	big   bool  // scalar_storage_order
}

// layout is the layout of a structure as far as it is known. Positions and alignments are in bits. It follows gcc's
// place_field, step by step, since what packed, aligned and bit-fields do together is defined by nothing else.
type layout struct {
	types *types
	rules
	at    int64 // the position of what comes next
	align int64
	user  bool   // a member has an alignment that was asked for
	run   *Field // ms: the first bit-field of a run of the same type
	left  int64  // ms: how many bits of its type are left
}

// bitsPerByte and the largest alignment that has a use of its own.
const (
	bitsPerByte      = 8
	biggestAlignment = 128
)

// layOut gives the members of a structure or union their places, and the whole its size.
func (c *types) layOut(t *Type, r rules) {
	l := &layout{types: c, rules: r, align: max(bitsPerByte, r.align*bitsPerByte), user: r.align > 0}
	l.rules.pack *= bitsPerByte
	l.ms = l.ms || c.model == LLP64
	size := int64(0)
	for i, f := range t.Fields {
		if t.Kind == Union {
			l.at, l.run = 0, nil
			l.demand(f, l.desired(f, 0))
			l.put(f, 0)
			size = max(size, (l.size(f)+bitsPerByte-1)/bitsPerByte*bitsPerByte)
			continue
		}
		l.place(f, i == len(t.Fields)-1)
		size = l.at
	}
	t.Align, t.user = l.align/bitsPerByte, l.user
	t.Size = roundUp(size, l.align) / bitsPerByte
	kept := t.Fields[:0]
	for _, f := range t.Fields {
		if f.Big = r.big && (f.Type.Scalar() || f.Type.Kind == Array); f.bit && f.Name == "" {
			continue
		}
		kept = append(kept, f)
	}
	t.Fields = kept
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// size returns how many bits a member takes.
func (l *layout) size(f *Field) int64 {
	if f.bit {
		return f.Bits
	}
	return f.Type.Size * bitsPerByte
}

// natural returns the alignment of a type as that of a member.
func (l *layout) natural(t *Type) int64 { return l.types.fieldAlign(t) * bitsPerByte }

// fieldAlign returns the alignment of a type as that of a member, in bytes: on i386 scalars of 8 bytes have 4.
func (c *types) fieldAlign(t *Type) int64 {
	n := t.Align
	for t.Kind == Array && !t.user {
		t = t.Elem
	}
	// the structure is one of Microsoft's; others have 4 themselves
	eight := t.Size == 8 && (t.Kind == Float || t.record())
	if c.model == ILP32 && !t.user && t.quals&atomicQual == 0 && (t.Kind == Int || eight) {
		return min(n, 4)
	}
	return n
}

// desired returns the alignment of a member if its position is known to have another one, or 0 if it is that of the
// structure.
func (l *layout) desired(f *Field, known int64) int64 {
	want := f.align * bitsPerByte
	packed := f.packed
	switch {
	case f.bit && f.Bits == 0 && !l.ms:
		return max(want, l.natural(f.Type)) // neither pragma pack nor packed limit it
	case f.bit:
		want = max(want, 1)
		if l.whole(f, known) && (f.align == 0 || !packed) {
			want = max(want, l.mode(f.Bits))
		}
	case packed && f.align > 0:
	case packed:
		want = bitsPerByte
	case f.align >= f.Type.Align:
	default:
		want = l.natural(f.Type)
	}
	if l.pack > 0 {
		want = min(want, l.pack)
	}
	return want
}

// mode returns the alignment of the integers that have so many bits.
func (l *layout) mode(bits int64) int64 {
	if l.types.model == ILP32 && bits == 64 {
		return 32
	}
	return bits
}

// whole reports whether a bit-field is one of the integers that the processor has.
func (l *layout) whole(f *Field, known int64) bool {
	switch f.Bits {
	case 8, 16, 32, 64, 128:
		n := f.Bits
		return !(n > bitsPerByte && f.packed) && (known == 0 || known >= n)
	}
	return false
}

// demand has the structure be aligned at least as a member wants it.
func (l *layout) demand(f *Field, desired int64) {
	t := f.Type
	if !f.bit {
		l.user = l.user || f.align > 0 && (f.packed || f.align >= t.Align) || t.user && !f.packed
	} else {
		l.user = l.user || f.align > 0
	}
	switch {
	case l.ms:
		ok := !f.bit || !f.packed
		if f.bit && f.Bits == 0 {
			ok = l.run != nil && l.run.Bits > 0
		}
		if ok {
			n := max(t.Align*bitsPerByte, desired)
			if !f.bit && f.packed {
				n = desired
			}
			if l.pack > 0 {
				n = min(n, l.pack)
			}
			l.align = max(l.align, n)
		}
	case f.bit:
		if f.Name == "" {
			return
		}
		n := l.natural(t)
		switch {
		case l.pack > 0:
			n = min(n, l.pack)
		case f.packed:
			n = min(n, bitsPerByte)
		}
		l.align = max(l.align, desired, n)
		l.user = l.user || t.user
	default:
		l.align = max(l.align, desired)
	}
}

// place places the next member of a structure.
func (l *layout) place(f *Field, last bool) {
	known := l.at & -l.at // the largest power of two that divides it; 0 if that is any
	desired := l.desired(f, known)
	l.demand(f, desired)
	if known == 0 {
		known = max(biggestAlignment, l.align)
	}
	if known < desired && (!l.ms || l.run == nil) {
		l.at = roundUp(l.at, desired)
	}
	if l.ms {
		l.placeMS(f, known < desired, desired)
	} else if f.bit && f.Bits > 0 && !l.whole(f, l.at&-l.at) && !f.packed && l.pack == 0 {
		if n := l.natural(f.Type); (l.at%n+f.Bits+n-1)/n > f.Type.Size*bitsPerByte/n {
			l.at = roundUp(l.at, n)
		}
		l.user = l.user || f.Type.user
	}
	l.put(f, l.at)
	l.at += l.size(f)
	if l.ms && f.bit && f.Bits > 0 && last {
		l.at += l.left
	}
}

// placeMS is where a member of a structure is that is as Microsoft's compilers have it: bit-fields share a unit if
// their types have the same size, and its bits are left where a run of such fields ends.
func (l *layout) placeMS(f *Field, realign bool, desired int64) {
	before := l.run
	unit := f.Type.Size * bitsPerByte
	if l.run != nil {
		switch {
		case f.bit && f.Bits > 0 && l.run.Bits > 0 && f.Type.Size == l.run.Type.Size:
			if l.left < f.Bits {
				l.at += l.left
				l.run, l.left = f, max(0, unit-f.Bits)
			} else {
				l.left -= f.Bits
				realign = false
			}
		default:
			if l.run.Bits > 0 {
				l.at += l.left
			} else {
				before = nil
			}
			if !f.bit || f.Bits == 0 {
				l.run = nil
			}
		}
		if realign {
			l.at = roundUp(l.at, desired)
		}
	}
	if begins := f.Bits > 0; !f.bit || before != nil && f.Type.Size != before.Type.Size || before == nil && begins {
		l.left = max(0, unit-l.size(f))
		n := int64(bitsPerByte)
		if !f.packed {
			n = f.Type.Align * bitsPerByte
		}
		if l.pack > 0 {
			n = min(n, l.pack)
		}
		l.at = roundUp(l.at, n)
		l.run = nil
	}
	if l.run == nil && f.bit {
		l.run = f
	}
}

// put notes where a member is: of a bit-field, from the unit of its type that it is in, if it is in one.
func (l *layout) put(f *Field, at int64) {
	f.Offset = at / bitsPerByte
	if !f.bit {
		return
	}
	f.BitOff = at % bitsPerByte
	if unit := f.Type.Size * bitsPerByte; at%unit+f.Bits <= unit {
		f.Offset, f.BitOff = at/unit*f.Type.Size, at%unit
	}
}
