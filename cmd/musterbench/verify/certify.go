package verify

import (
	"fmt"
	"time"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// certifier checks every certificate of a solver when it is made.
type certifier struct {
	checker  *cert.Checker
	spent    time.Duration
	verdicts map[string]int64 // by the names of the verdict and the certificate
	wrong    error            // of the first one that was not accepted
}

func newCertifier(st *term.Store) *certifier {
	return &certifier{checker: cert.NewChecker(st), verdicts: map[string]int64{}}
}

func (c *certifier) take(x *cert.Certificate) {
	start := time.Now()
	v, err := c.checker.Check(x)
	c.spent += time.Since(start)
	c.verdicts["certificates."+v.String()]++
	if v != cert.Accepted {
		c.verdicts[fmt.Sprintf("certificates.%s@%s", v, x.Name)]++
		if c.wrong == nil {
			c.wrong = fmt.Errorf("%s: %s: %w", v, x.Name, err)
		}
	}
}

// report adds the verdicts to the counters of a record. It returns an error if a
// certificate was not accepted.
func (c *certifier) report(rec *record) error {
	for name, n := range c.verdicts {
		rec.Counters[name] = n
	}
	rec.Counters["certificates.ms"] = c.spent.Milliseconds()
	return c.wrong
}
