package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

var at = time.Unix(1_700_000_000, 0).UTC()

// TestPack reads archives back, and packs the same bytes twice.
func TestPack(t *testing.T) {
	files := []file{{"muster", []byte("program"), 0o755}, {"man/muster.1", bytes.Repeat([]byte("page "), 1000), 0o644}}
	const want = "m-1/muster -rwxr-xr-x 7 2023-11-14 22:13:20\nm-1/man/muster.1 -rw-r--r-- 5000 2023-11-14 22:13:20\n"
	for _, zipped := range []bool{false, true} {
		p, err := pack("m-1", files, at, zipped)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := pack("m-1", files, at, zipped); !bytes.Equal(p.data, again.data) {
			t.Errorf("%s differs when it is packed again", p.name)
		}
		list := listTar
		if zipped {
			list = listZip
		}
		if got, err := list(p.data); err != nil || got != want {
			t.Errorf("%s holds\n%s(%v), want\n%s", p.name, got, err, want)
		}
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

func listZip(data []byte) (string, error) {
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
		fmt.Fprintf(&got, "%s\n%s", p.name, p.data)
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
