package grid

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// BlobError says that a file is not in the store as its hash says.
type BlobError struct {
	Hash string
	Why  error
}

func (e *BlobError) Error() string { return fmt.Sprintf("the file with SHA-256 %s: %v", e.Hash, e.Why) }

func (e *BlobError) Unwrap() error { return e.Why }

// What a file may be instead.
var (
	errSpoilt  = errors.New("its text has another hash")
	errMissing = errors.New("it is missing")
	errNoHash  = errors.New("that is no hash")
	errLarger  = errors.New("it is larger")
)

// blob returns a text from a store, which has to have the hash with which its name ends.
func blob(ctx context.Context, from jetstream.KeyValue, name string) ([]byte, error) {
	return bounded(ctx, from, name, maxBlob)
}

// bounded is blob for texts that have a limit.
func bounded(ctx context.Context, from jetstream.KeyValue, name string, most int) ([]byte, error) {
	hash := name[strings.LastIndexByte(name, '.')+1:]
	if len(hash) != len(Hash(nil)) || !isKey(name) {
		return nil, &BlobError{hash, errNoHash}
	}
	text, err := stored(ctx, from, name, most)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, &BlobError{hash, errMissing}
	case errors.Is(err, errSpoilt):
		return nil, &BlobError{hash, err}
	case errors.Is(err, errLarger):
		return nil, &BlobError{hash, fmt.Errorf("%w than %d MiB", err, most>>20)}
	case err != nil:
		return nil, err
	case Hash(text) != hash:
		return nil, &BlobError{hash, errSpoilt}
	}
	return text, nil
}

// isKey reports whether a text may be the key of a bucket. Names of texts come from others.
func isKey(name string) bool {
	for t := range strings.SplitSeq(name, ".") {
		if t == "" || token(t) != t {
			return false
		}
	}
	return true
}

// stored reads a text from a store, and no more than it may have.
func stored(ctx context.Context, from jetstream.KeyValue, name string, most int) ([]byte, error) {
	size, err := blobSize(ctx, from, name)
	switch {
	case err != nil:
		return nil, err
	case size < 0:
		return nil, errSpoilt
	case size > most:
		return nil, errLarger
	}
	text := []byte{}
	for i := 0; len(text) < size; i++ {
		e, err := from.Get(ctx, part(name, i))
		if err != nil {
			return nil, err
		}
		if len(e.Value()) != min(partSize, size-len(text)) { // many short parts would be many requests
			return nil, errSpoilt
		}
		text = append(text, e.Value()...)
	}
	return text, nil
}

// blobSize returns what a store says of the size of a text; negative if that is none.
func blobSize(ctx context.Context, in jetstream.KeyValue, name string) (int, error) {
	e, err := in.Get(ctx, name)
	if err != nil {
		return 0, err
	}
	size, err := strconv.Atoi(string(e.Value()))
	if err != nil {
		return -1, nil
	}
	return size, nil
}

// part names a part of a text.
func part(name string, i int) string { return name + "." + strconv.Itoa(i) }

// put writes a text to a store under a name, unless it is there.
func put(ctx context.Context, to jetstream.KeyValue, name string, text []byte) error {
	if len(text) > maxBlob {
		return fmt.Errorf("a file is larger than %d MiB", maxBlob>>20)
	}
	if size, err := blobSize(ctx, to, name); err == nil && size == len(text) {
		return nil
	}
	return replace(ctx, to, name, text)
}

// replace writes a text to a store, whatever is there. Its size comes last: what has one is whole.
func replace(ctx context.Context, to jetstream.KeyValue, name string, text []byte) error {
	for i := 0; i*partSize < len(text); i++ {
		if _, err := to.Put(ctx, part(name, i), text[i*partSize:min(len(text), (i+1)*partSize)]); err != nil {
			return err
		}
	}
	_, err := to.Put(ctx, name, []byte(strconv.Itoa(len(text))))
	return err
}
