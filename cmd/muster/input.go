package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier/driver"
)

// maxInput bounds the size of a program; positions in it are 32 bits wide.
const maxInput = 1 << 31

// gzipMagic begins what gzip has compressed.
var gzipMagic = []byte{0x1f, 0x8b}

// readInput reads a program: a file, or the standard input if it is "-". It
// may be compressed.
func readInput(stdin io.Reader, file string) (name string, src []byte, err error) {
	in := stdin
	name = "<stdin>"
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", nil, err
		}
		defer f.Close()
		name, in = file, f
	}
	src, err = readAll(in)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	if !bytes.HasPrefix(src, gzipMagic) {
		return name, src, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(src))
	if err == nil {
		src, err = readAll(z)
	}
	if err != nil {
		return "", nil, &driver.InputError{Err: fmt.Errorf("%s:1:1: %w", name, err)}
	}
	return name, src, nil
}

// openStream opens a file that may be compressed, to be read as it comes.
func openStream(file string) (io.ReadCloser, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReader(f)
	if magic, _ := b.Peek(2); !bytes.Equal(magic, gzipMagic) {
		return readCloser{b, f}, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		_ = f.Close()
		return nil, &driver.InputError{Err: fmt.Errorf("%s:1:1: %w", file, err)}
	}
	return readCloser{z, f}, nil
}

// readCloser reads from one and closes the other.
type readCloser struct {
	io.Reader
	io.Closer
}

func readAll(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, maxInput))
	if err == nil && len(src) == maxInput {
		err = errors.New("larger than 2 GiB")
	}
	return src, err
}

// byteSize is a number of bytes as a flag.
type byteSize int64

// Type implements pflag.Value.
func (*byteSize) Type() string { return "size" }

// String implements pflag.Value.
func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set implements pflag.Value.
func (b *byteSize) Set(text string) error {
	unit := int64(1)
	number := text
	for _, u := range []struct {
		suffix string
		bytes  int64
	}{
		{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
		{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
	} {
		if n, ok := strings.CutSuffix(text, u.suffix); ok {
			number, unit = n, u.bytes
			break
		}
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if n := f * float64(unit); err == nil && n >= 1 && n < 1<<62 {
		*b = byteSize(n)
		return nil
	}
	return errors.New("a size is a number and a unit, such as 2GiB or 500MB")
}
