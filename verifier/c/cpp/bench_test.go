package cpp

import (
	"strings"
	"testing"
)

// BenchmarkDriver preprocesses 60,000 lines as a driver of Linux has them.
func BenchmarkDriver(b *testing.B) {
	text := []byte("#define GET(x) ((x)->next)\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define FLAG 0x10u\n" + strings.Repeat(`static int probe(struct device *dev, unsigned long flags)
{
	struct list *entry = GET(dev->list); /* the first one */
	int i;
	for (i = 0; i < MAX(dev->count, FLAG); i++) {
	if (entry->flags & FLAG)
		printk("entry %d of %s", i, dev->name);
	entry = GET(entry);
	}
	return flags == 0 ? -22 : (int)(flags & ~FLAG);
}
`, 5500))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Preprocess(Source{"a.c", text}, NewFiles(), Config{}); err != nil {
			b.Fatal(err)
		}
	}
}
