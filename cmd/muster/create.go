package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// compressors are the forms of compressed output, by the extension of the file.
var compressors = map[string]func(io.Writer) (io.WriteCloser, error){
	".gz":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestSpeed) },
	".xz":  func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
	".zst": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) },
}

// createProof creates the file of a proof; nil if none is wanted. It is compressed if
// its extension says so.
func createProof(name string) (io.WriteCloser, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	open := compressors[filepath.Ext(name)]
	if open == nil {
		return file, nil
	}
	z, err := open(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &compressedFile{z: z, file: file}, nil
}

// compressedFile is a file that is compressed. A run that does not stop at its limit may
// still write to it while, or after, it is closed.
type compressedFile struct {
	mu     sync.Mutex
	closed bool
	z      io.WriteCloser
	file   *os.File
}

func (c *compressedFile) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return 0, os.ErrClosed
	}
	return c.z.Write(p)
}

func (c *compressedFile) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return os.ErrClosed
	}
	c.closed = true
	return errors.Join(c.z.Close(), c.file.Close())
}
