-- expect: Just (Just 23,Just 12,Just 17)
-- Coins, birds or whatever: three unknowns with one solution.
import Data.SBV

main :: IO ()
main = do
  r <- sat $ do
    [a, b, c] <- sIntegers ["a", "b", "c"]
    constrain $ a + b .== 35
    constrain $ b + c .== 29
    solve [a + c .== 40]
  let v s = getModelValue s r :: Maybe Integer
  print (if modelExists r then Just (v "a", v "b", v "c") else Nothing)
