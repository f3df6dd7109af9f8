package task

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// skipMark skips a byte-order mark. It takes a text in UTF-16, which begins with one of
// its own, as an input error.
func skipMark(b *bufio.Reader, name string) error {
	switch head, _ := b.Peek(2); string(head) {
	case "\xff\xfe", "\xfe\xff":
		return &InputError{Err: fmt.Errorf("%s:1:1: the text is in UTF-16; it must be in UTF-8", name)}
	case "\xef\xbb":
		if head, _ := b.Peek(3); string(head) == "\xef\xbb\xbf" {
			_, _ = b.Discard(3)
		}
	}
	return nil
}

// Markless returns what a program writes to a pipe, of that name, without a byte-order mark. It asks for
// bytes only when the reader does.
func Markless(in io.Reader, name string) io.Reader { return &markless{in: in, name: name} }

// markless is what Markless returns.
type markless struct {
	in    io.Reader
	inner *bufio.Reader // nil before the first read
	name  string
}

func (m *markless) Read(p []byte) (int, error) {
	if m.inner == nil {
		b := bufio.NewReaderSize(m.in, 1<<16)
		if head, err := b.Peek(1); err == nil && head[0] >= 0xef { // others do not wait for more
			if err := skipMark(b, m.name); err != nil {
				return 0, err
			}
		} else if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		m.inner = b
	}
	return m.inner.Read(p)
}
