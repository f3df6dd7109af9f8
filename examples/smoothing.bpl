// A filter over real numbers: each value is halfway between the last one and the next input, so it stays in the range
// of the inputs. What is proved at the end is about a map, which a lambda expression gives.
//
// EXPECT --engine spacer: safe
// EXPECT --unbounded 0: safe up to bound 3

type Sample = real;
const low, high: Sample;
axiom low <= high;

function clamp(x: Sample): Sample { if x < low then low else if x > high then high else x }
function middle(x: Sample, y: Sample): Sample { (x + y) / 2.0 }

procedure {:entrypoint} main(raw: [int]Sample, n: int)
{
  var out: Sample;
  var above: [int]Sample;
  var i: int;
  out, i := low, 0;
  while (i < n)
    invariant low <= out && out <= high;
  {
    out, i := middle(out, clamp(raw[i])), i + 1;
  }
  above := (lambda k: int :: clamp(raw[k]) - out);
  assert (var span := high - low; above[n] <= span);
}
