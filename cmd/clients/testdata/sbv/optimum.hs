-- expect: (Just 40,Just 20)
-- needs: optimisation
import Data.SBV

main :: IO ()
main = do
  LexicographicResult r <- optimize Lexicographic $ do
    x <- sInteger "x"
    y <- sInteger "y"
    constrain $ x .>= 0 .&& y .>= 0 .&& x + y .<= 60 .&& x .<= 40
    maximize "gain" (3 * x + 2 * y)
  print (getModelValue "x" r :: Maybe Integer, getModelValue "y" r :: Maybe Integer)
