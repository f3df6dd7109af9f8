package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Key is the hash of what an answer depends on.
type Key [sha256.Size]byte

// String returns the key as hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Store keeps entries. Its methods may be called by several goroutines at once.
type Store interface {
	// Get returns the entry with a key; nil if there is none. An error says that there is one which cannot be read.
	Get(key Key) ([]byte, error)
	// Put keeps an entry, in place of one with the same key.
	Put(key Key, entry []byte) error
}

// Limits of a directory.
const (
	// DefaultSize is how large it may become if Open is not told otherwise.
	DefaultSize = 1 << 30
	// MaxEntry is how large an entry may be: others are not kept.
	MaxEntry = 64 << 20
)

// magic begins the file of an entry. Its checksum follows, then the entry.
const magic = "muster answer 1\n"

// beingWritten begins the name of a file before it has that of an entry.
const beingWritten = "new-"

// Dir is a store in a directory.
type Dir struct {
	path string
	size int64

	mu   sync.Mutex
	room int64 // that is left until the directory is looked through again
}

// Open returns a store in a directory, which is made if there is none. It may become so large; 0 means DefaultSize.
func Open(path string, size int64) (*Dir, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	return &Dir{path: path, size: cmp.Or(size, DefaultSize)}, nil
}

// file returns where the entry with a key is.
func (d *Dir) file(key Key) string {
	name := key.String()
	return filepath.Join(d.path, name[:2], name[2:])
}

// Get implements Store.
func (d *Dir) Get(key Key) ([]byte, error) {
	name := d.file(key)
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) { // another user's is none of ours
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const head = len(magic) + sha256.Size
	data, err := io.ReadAll(io.LimitReader(f, int64(head+MaxEntry+1)))
	if err != nil {
		return nil, err
	}
	if len(data) < head || len(data) > head+MaxEntry || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%s is no entry", name)
	}
	entry := data[head:]
	if sum := sha256.Sum256(entry); !bytes.Equal(sum[:], data[len(magic):head]) {
		return nil, fmt.Errorf("%s is damaged", name)
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // it only decides what goes first
	return entry, nil
}

// Put implements Store.
func (d *Dir) Put(key Key, entry []byte) error {
	if len(entry) > MaxEntry {
		return fmt.Errorf("an entry of %d bytes is too large", len(entry))
	}
	name := d.file(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), beingWritten+"*")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(entry)
	_, err = f.Write(slices.Concat([]byte(magic), sum[:], entry))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return d.shrink(int64(len(magic) + len(sum) + len(entry)))
}

// staleAfter is the age of a file that is written from which nobody goes on writing it.
const staleAfter = time.Hour

// file is one that Dir has made.
type file struct {
	name string
	size int64
	at   time.Time
}

// files returns the entries, and what was left when one was written. What else is in the directory is not Dir's.
func (d *Dir) files(now time.Time) (all []file, err error) {
	dirs, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		if !dir.IsDir() || !isHex(dir.Name(), 2) {
			continue
		}
		list, err := os.ReadDir(filepath.Join(d.path, dir.Name()))
		if err != nil {
			return nil, err
		}
		for _, x := range list {
			entry, written := isHex(x.Name(), 2*sha256.Size-2), strings.HasPrefix(x.Name(), beingWritten)
			if !x.Type().IsRegular() || !entry && !written {
				continue
			}
			if info, err := x.Info(); err == nil && (entry || now.Sub(info.ModTime()) > staleAfter) {
				all = append(all, file{filepath.Join(d.path, dir.Name(), x.Name()), info.Size(), info.ModTime()})
			}
		}
	}
	return all, nil
}

// isHex reports whether a name consists of so many digits, as String makes them.
func isHex(name string, digits int) bool {
	return len(name) == digits && strings.Trim(name, "0123456789abcdef") == ""
}

// shrink notes that the directory has become larger, and removes the oldest entries when it may be too large.
func (d *Dir) shrink(by int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.room -= by; d.room > 0 {
		return nil
	}
	all, err := d.files(time.Now())
	if err != nil {
		return err
	}
	total := int64(0)
	for _, f := range all {
		total += f.size
	}
	if total > d.size {
		slices.SortFunc(all, func(a, b file) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
		for _, f := range all {
			if total <= d.size/10*9 {
				break
			}
			if err := os.Remove(f.name); err == nil || errors.Is(err, fs.ErrNotExist) {
				total -= f.size
			}
		}
	}
	d.room = max(d.size-total, d.size/10) / 2 // others write there, too
	return nil
}

// Single is a store with one entry, whatever the key.
type Single []byte

// Get implements Store.
func (s Single) Get(Key) ([]byte, error) { return s, nil }

// Put implements Store. Nothing is kept.
func (Single) Put(Key, []byte) error { return nil }
