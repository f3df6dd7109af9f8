package grid

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// authority is who signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // of the certificate
}

// newAuthority makes one.
func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}}
	a.file, a.key = a.sign(t, a.cert, nil)
	return a
}

// sign writes a certificate, and returns its file and its key.
func (a *authority) sign(t *testing.T, c *x509.Certificate, by *ecdsa.PrivateKey) (string, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if by == nil {
		by = key
	}
	text, err := x509.CreateCertificate(rand.Reader, c, a.cert, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	return writePEM(t, "CERTIFICATE", text), key
}

// writePEM writes a file, and returns its name.
func writePEM(t *testing.T, kind string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: text}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestTLS: a server with a certificate is believed by whoever trusts its authority, and by nobody else, and hears
// nobody without TLS.
func TestTLS(t *testing.T) {
	good, other := newAuthority(t), newAuthority(t)
	cert, key := good.sign(t, &x509.Certificate{
		SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}, good.key)
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	access, err := ReadAccess("", cert, writePEM(t, "EC PRIVATE KEY", secret))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Start(t.Context(), ServerOptions{
		Dir: t.TempDir(), Memory: true, Listen: "127.0.0.1:0", Access: access, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	addr := s.URL()[strings.Index(s.URL(), "://"):]
	for _, c := range []struct{ name, scheme, ca, want string }{
		{"trusted", "tls", good.file, ""},
		{"trusted, by another scheme", "nats", good.file, ""},
		{"of another authority", "tls", other.file, "unknown authority"},
		{"of an authority that the system does not know", "tls", "", "unknown authority"},
	} {
		options, err := Credentials("", c.ca)
		if err != nil {
			t.Fatal(err)
		}
		x, err := Connect(t.Context(), ConnectOptions{URL: c.scheme + addr, Options: options, Version: "v"})
		if err == nil {
			if _, err := x.nats.TLSConnectionState(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			x.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	plain, err := net.Dial("tcp", strings.TrimPrefix(addr, "://"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if err := plain.SetDeadline(time.Now().Add(patience * 2)); err != nil {
		t.Fatal(err)
	}
	if _, err := plain.Write([]byte("CONNECT {}\r\nSUB > 1\r\nPING\r\n")); err != nil {
		t.Fatal(err)
	}
	var answer strings.Builder
	for buf := make([]byte, 4096); ; {
		n, err := plain.Read(buf)
		answer.Write(buf[:n])
		if err != nil {
			break
		}
	}
	if strings.Contains(answer.String(), "PONG") {
		t.Errorf("without TLS the server answers %s", &answer)
	}
}
