package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"time"
)

// file is a file of an archive.
type file struct {
	name string // with slashes
	data []byte
	mode fs.FileMode
}

// pack returns an archive of files in a directory of its name: a zip file, or a compressed tar file.
func pack(name string, files []file, at time.Time, zipped bool) (file, error) {
	var b bytes.Buffer
	if zipped {
		err := writeZip(&b, name, files, at)
		return file{name + ".zip", b.Bytes(), 0o644}, err
	}
	err := writeTar(&b, name, files, at)
	return file{name + ".tar.gz", b.Bytes(), 0o644}, err
}

func writeZip(w io.Writer, dir string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: dir + "/" + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

func writeTar(w io.Writer, dir string, files []file, at time.Time) error {
	g, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(g)
	for _, f := range files {
		h := &tar.Header{Name: dir + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return g.Close()
}
