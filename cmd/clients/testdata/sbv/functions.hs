-- expect: True; False; True
-- Uninterpreted functions and arrays.
import Data.SBV

f :: SInteger -> SInteger
f = uninterpret "f"

main :: IO ()
main = do
  print =<< isTheorem (\x y -> x .== y .=> f x .== f y)
  print =<< isTheorem (\x y -> f x .== f y .=> x .== y)
  print =<< isTheorem (\i j v a -> i ./= j .=> readArray (writeArray (a :: SArray Integer Integer) i v) j .== readArray a j)
