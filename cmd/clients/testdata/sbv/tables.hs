-- expect: True; True; Sat; [5,250]
import Data.SBV
import Data.SBV.Control

swap :: SArray Word8 Int16 -> SWord8 -> SWord8 -> SArray Word8 Int16
swap m i j = writeArray (writeArray m i (readArray m j)) j (readArray m i)

main :: IO ()
main = do
  print =<< isTheorem (do
    m <- newArray "m" Nothing
    [i, j, k] <- sWord8s ["i", "j", "k"]
    pure $ readArray (swap (swap m i j) i j) k .== readArray m k)
  print =<< isTheorem (\x -> select [1, 2, 4, 8, 16, 32, 64, 128] 0 (x .&. 7) .== (1 :: SWord8) `sShiftLeft` (x .&. (7 :: SWord8)))
  runSMT $ do
    x <- sWord8 "x"
    y <- sWord8 "y"
    constrain $ x + y .== 255 .&& x .< 6 .&& x .> 4
    query $ do
      cs <- checkSat
      io (print cs)
      vs <- mapM getValue [x, y]
      io (print vs)
