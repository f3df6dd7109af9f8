-- expect: True; False
import Data.SBV

main :: IO ()
main = do
  print =<< isTheorem (\x -> (x :: SWord8) .&. 15 .<= 15)
  print =<< isTheorem (\x -> (x :: SWord8) + 1 .> x)
