-- expect: [(1,12),(2,6),(3,4),(4,3),(6,2),(12,1)]; 5
-- All solutions of small systems.
import Data.List (sort)
import Data.SBV

main :: IO ()
main = do
  r <- allSat $ do
    x <- sInteger "x"
    y <- sInteger "y"
    constrain $ x .>= 1 .&& x .<= 12 .&& y .>= 1 .&& y .<= 12
    solve [sAny (\k -> x .== literal k .&& literal k * y .== 12) [1 .. 12]]
  print (sort (extractModels r :: [(Integer, Integer)]))
  s <- allSat $ \x -> (x :: SInteger) .> 10 .&& x .< 21 .&& x `sMod` 2 .== 1
  print (length (extractModels s :: [Integer]))
