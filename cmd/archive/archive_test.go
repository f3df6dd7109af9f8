package archive_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/archive"
)

// TestZip reads an archive back, and packs the same bytes twice.
func TestZip(t *testing.T) {
	at := time.Unix(1_700_000_000, 0).UTC()
	files := []archive.File{
		{Name: "muster", Data: []byte("program"), Mode: 0o755},
		{Name: "man/muster.1", Data: bytes.Repeat([]byte("page "), 1000), Mode: 0o644},
	}
	const want = "m-1/muster -rwxr-xr-x 7 2023-11-14 22:13:20\nm-1/man/muster.1 -rw-r--r-- 5000 2023-11-14 22:13:20\n"
	var b, again bytes.Buffer
	if err := errors.Join(archive.Zip(&b, "m-1", files, at), archive.Zip(&again, "m-1", files, at)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the bytes differ when it is packed again")
	}
	if got, err := list(b.Bytes()); err != nil || got != want {
		t.Errorf("it holds\n%s(%v), want\n%s", got, err, want)
	}
}

func list(data []byte) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return "", err
		}
		n, err := io.Copy(io.Discard, r)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %v %d %s\n", f.Name, f.Mode(), n, f.Modified.UTC().Format(time.DateTime))
	}
	return b.String(), nil
}
