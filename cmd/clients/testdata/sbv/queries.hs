-- expect: Sat; Unsat; ["low"]; Sat; 7
-- A session: push, pop, a core, a value.
import Data.List (sort)
import Data.SBV
import Data.SBV.Control

main :: IO ()
main = runSMT $ do
  setOption $ ProduceUnsatCores True
  x <- sInteger "x"
  constrain $ x .> 3
  query $ do
    say =<< checkSat
    push 1
    namedConstraint' "low" (x .< 2)
    namedConstraint' "odd" (x `sMod` 2 .== 1)
    say =<< checkSat
    core <- getUnsatCore
    io (print (sort (filter (`elem` ["low"]) core)))
    pop 1
    constrain $ x .> 6 .&& x .< 8
    say =<< checkSat
    io . print =<< getValue x
  where
    say = io . print
    namedConstraint' = namedConstraint
