// Package bytes has models of package bytes.
package bytes

// growSlice returns a slice with room for n more bytes.
func growSlice(b []byte, n int) []byte {
	c := len(b) + n
	if c < 2*cap(b) {
		c = 2 * cap(b)
	}
	b2 := append([]byte(nil), make([]byte, c)...)
	i := copy(b2, b)
	return b2[:i]
}

// Index returns where sep begins in s; -1 if it does not.
func Index(s, sep []byte) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if string(s[i:i+len(sep)]) == string(sep) {
			return i
		}
	}
	return -1
}
