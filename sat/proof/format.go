package proof

import (
	"bufio"
	"bytes"
	"encoding/binary"
)

// Format is a format of proofs.
type Format struct {
	LRAT   bool // else DRAT
	Binary bool
}

func (f Format) String() string {
	name := "DRAT"
	if f.LRAT {
		name = "LRAT"
	}
	if f.Binary {
		return "binary " + name
	}
	return name
}

// headSize is how many bytes of a proof Detect reads.
const headSize = 1 << 14

// Detect returns the format of the proof in r, of a formula with the given number of
// clauses. It consumes nothing; the buffer of r should hold 16 KiB.
func Detect(r *bufio.Reader, clauses int) Format {
	head, _ := r.Peek(min(headSize, r.Size()))
	// Each binary step ends in a zero byte, and text has none.
	if bytes.IndexByte(head, 0) >= 0 {
		return Format{LRAT: binaryLRAT(head, 2*uint64(clauses)), Binary: true}
	}
	return Format{LRAT: textLRAT(head)}
}

// textLRAT reports whether the first step is LRAT: it goes on after a zero, or has a d or
// an o that is not its first word. The step may be longer than the head.
func textLRAT(head []byte) bool {
	for line := range bytes.Lines(head) {
		words := bytes.Fields(line)
		if len(words) == 0 || words[0][0] == 'c' {
			continue
		}
		zero := false
		for i, w := range words {
			if zero || i > 0 && (w[0] == 'd' || w[0] == 'o') {
				return true
			}
			zero = len(w) == 1 && w[0] == '0'
		}
		return false
	}
	return false
}

// binaryLRAT parses the head as LRAT and reports whether that succeeds. If the proof is
// DRAT, no step begins after a clause and its supposed hints, or the ids do not increase
// from last on, the encoded id of the formula's last clause.
func binaryLRAT(head []byte, last uint64) bool {
	for len(head) > 0 {
		kind := head[0]
		if kind != 'a' && kind != 'd' && kind != 'o' {
			return false
		}
		head = head[1:]
		if kind != 'd' {
			var id uint64
			var ok bool
			if id, head, ok = number(head); !ok {
				break
			}
			if id%2 != 0 || id <= last {
				return false
			}
			last = id
		}
		lists := 1
		if kind == 'a' {
			lists = 2
		}
		for ; lists > 0 && len(head) > 0; lists-- {
			var n uint64
			for ok := true; ok; ok = ok && n != 0 {
				n, head, ok = number(head)
			}
		}
	}
	return true
}

// number decodes a number. It fails at the end of the head.
func number(head []byte) (n uint64, rest []byte, ok bool) {
	n, size := binary.Uvarint(head)
	return n, head[max(size, 0):], size > 0
}
