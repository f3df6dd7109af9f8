// Package archive packs files such that equal files make equal bytes. It does not import archive/tar, which links a C
// library.
package archive

import (
	"archive/zip"
	"io"
	"io/fs"
	"time"
)

// File is a file of an archive.
type File struct {
	Name string // with slashes
	Data []byte
	Mode fs.FileMode
}

// Zip writes a zip file of files in a directory, all of one time.
func Zip(w io.Writer, dir string, files []File, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: dir + "/" + f.Name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.Mode)
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.Data); err != nil {
			return err
		}
	}
	return z.Close()
}
