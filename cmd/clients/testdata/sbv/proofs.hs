-- expect: True; True; False; True
-- Theorems about unbounded integers, one of them wrong.
import Data.SBV

main :: IO ()
main = do
  print =<< isTheorem (\x y -> (x :: SInteger) + y .== y + x)
  print =<< isTheorem (\x y z -> (x :: SInteger) .< y .&& y .< z .=> x + 1 .< z)
  print =<< isTheorem (\x y -> (x :: SInteger) .<= y .=> x .< y)
  print =<< isTheorem (\x -> (x :: SInteger) `sMod` 2 .== 0 .|| (x + 1) `sMod` 2 .== 0)
