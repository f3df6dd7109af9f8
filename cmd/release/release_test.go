package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/archive"
)

// TestTar reads an archive back, and packs the same bytes twice.
func TestTar(t *testing.T) {
	at := time.Unix(1_700_000_000, 0).UTC()
	files := []archive.File{{Name: "a/muster", Data: []byte("program"), Mode: 0o755}, {Name: "b", Mode: 0o644}}
	var b, again bytes.Buffer
	if err := errors.Join(writeTar(&b, "m-1", files, at), writeTar(&again, "m-1", files, at)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the bytes differ when it is packed again")
	}
	const want = "m-1/a/muster -rwxr-xr-x 7 2023-11-14 22:13:20\nm-1/b -rw-r--r-- 0 2023-11-14 22:13:20\n"
	if got, err := listTar(b.Bytes()); err != nil || got != want {
		t.Errorf("it holds\n%s(%v), want\n%s", got, err, want)
	}
}

func listTar(data []byte) (string, error) {
	g, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for r := tar.NewReader(g); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		n, err := io.Copy(io.Discard, r)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %v %d %s\n", h.Name, h.FileInfo().Mode(), n, h.ModTime.UTC().Format(time.DateTime))
	}
}

// TestManual makes pages of help texts.
func TestManual(t *testing.T) {
	help := map[string]string{
		"help": `NAME:
   muster - Verify it

COMMANDS:
   verify   Verify a program
   z3       Stand in for Z3
   help, h  Shows a list of commands

GLOBAL OPTIONS:
   --help, -h  show help`,
		"help verify": "NAME:\n   muster verify - Verify a program\n\nDESCRIPTION:\n   'safe' or\n   .bpl, C:\\x",
		"help z3":     "NAME:\n   muster z3 - Stand in for Z3",
	}
	pages, err := manual(func(args ...string) (string, error) { return help[strings.Join(args, " ")], nil })
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, p := range pages[1:] {
		fmt.Fprintf(&got, "%s\n%s", p.Name, p.Data)
	}
	const want = `man/muster-verify.1
.TH MUSTER-VERIFY 1
.SH NAME
.nf
muster verify \- Verify a program

.fi
.SH DESCRIPTION
.nf
\&'safe' or
\&.bpl, C:\ex
.fi
man/muster-z3.1
.TH MUSTER-Z3 1
.SH NAME
.nf
muster z3 \- Stand in for Z3
.fi
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}
