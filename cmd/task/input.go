package task

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/muster-smt/muster/verifier/prog"
)

// maxInput bounds the size of a program: positions have 32 bits.
const maxInput = 1<<31 - 1

// compressions are the forms of compressed input, by their first bytes.
var compressions = [...]struct {
	magic string
	open  func(io.Reader) (io.Reader, error)
}{
	{"\x1f\x8b", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"\xfd7zXZ\x00", func(r io.Reader) (io.Reader, error) { return xz.NewReader(r) }},
	{"\x28\xb5\x2f\xfd", func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	}},
}

// decompress returns the text of r, which may be compressed with gzip, xz or
// zstd, without a byte-order mark. Errors of decompression are input errors.
func decompress(r io.Reader, name string) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	for _, c := range compressions {
		if magic, _ := b.Peek(len(c.magic)); string(magic) != c.magic {
			continue
		}
		z, err := c.open(b)
		if err != nil {
			return nil, &InputError{Err: fmt.Errorf("%s:1:1: %w", name, err)}
		}
		b = bufio.NewReaderSize(compressed{z, name}, 1<<16)
		break
	}
	return b, skipMark(b, name)
}

// compressed turns read errors into input errors.
type compressed struct {
	io.Reader
	name string
}

func (c compressed) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &InputError{Err: fmt.Errorf("%s:1:1: %w", c.name, err)}
	}
	return n, err
}

// Read reads a program: a file, or the standard input for "-". It may be
// compressed.
func Read(stdin io.Reader, file string) (name string, src []byte, err error) {
	name = DisplayName(file)
	in, err := Open(stdin, file)
	if err != nil {
		return "", nil, err
	}
	defer in.Close()
	src, err = readAll(in)
	switch {
	case errors.As(err, new(*InputError)):
		return "", nil, err
	case err != nil:
		return "", nil, &InputError{Err: fmt.Errorf("%s: %w", name, err)}
	}
	return name, src, nil
}

// Open opens a file, or the standard input for "-", which may be compressed.
// It reads no more than the reader asks for.
func Open(stdin io.Reader, file string) (Stream, error) {
	if file == "-" {
		b, err := decompress(stdin, DisplayName(file))
		return Stream{b, io.NopCloser(nil)}, err
	}
	f, err := openFile(file)
	if err != nil {
		return Stream{}, &InputError{Err: &OpenError{file, err}}
	}
	b, err := decompress(f, file)
	if err != nil {
		_ = f.Close()
		return Stream{}, err
	}
	return Stream{b, f}, nil
}

// OpenError says that a file cannot be opened.
type OpenError struct {
	Name string
	Err  error
}

func (e *OpenError) Error() string { return e.Err.Error() }

func (e *OpenError) Unwrap() error { return e.Err }

// openFile opens a file that is not a directory.
func openFile(file string) (*os.File, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, fmt.Errorf("%s: is a directory", file)
	}
	return f, nil
}

// Stream reads from one and closes the other.
type Stream struct {
	*bufio.Reader
	io.Closer
}

// DisplayName is the name of an input in messages.
func DisplayName(file string) string {
	if file == "-" {
		return "<stdin>"
	}
	return file
}

func readAll(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, maxInput))
	if err == nil && len(src) == maxInput {
		err = errors.New("larger than 2 GiB")
	}
	return src, err
}

// ByteSize is a number of bytes as a flag.
type ByteSize int64

// String implements cli.Value.
func (b *ByteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set implements cli.Value.
func (b *ByteSize) Set(text string) error {
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
		*b = ByteSize(n)
		return nil
	}
	return errors.New("want a number and a unit, such as 2GiB or 500MB")
}

// Libraries returns the files of Boogie's libraries: of one that is only a name, beside the program.
func Libraries(libs []string, program string) (files []string) {
	for _, lib := range libs {
		if !strings.HasSuffix(lib, ".bpl") {
			lib += ".bpl"
		}
		if filepath.Base(lib) == lib {
			lib = filepath.Join(filepath.Dir(program), lib)
		}
		files = append(files, lib)
	}
	return files
}

// ReadFiles reads the files of a program.
func ReadFiles(stdin io.Reader, names []string) (files prog.Files, err error) {
	for _, file := range names {
		x := prog.File{Name: file}
		if IsGoPackage(file) { // the go command reads it
			files = append(files, x)
			continue
		}
		if x.Name, x.Text, err = Read(stdin, file); err != nil {
			return nil, err
		}
		files = append(files, x)
	}
	return files, nil
}
