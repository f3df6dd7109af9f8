-- expect: True; False; True; True; Just 255
import Data.SBV

popcount1, popcount2 :: SWord32 -> SWord32
popcount1 x = sum [ite (sTestBit x i) 1 0 | i <- [0 .. 31]]
popcount2 x0 =
  let x1 = x0 - ((x0 `shiftR` 1) .&. 0x55555555)
      x2 = (x1 .&. 0x33333333) + ((x1 `shiftR` 2) .&. 0x33333333)
      x3 = (x2 + (x2 `shiftR` 4)) .&. 0x0f0f0f0f
   in (x3 * 0x01010101) `shiftR` 24

average :: SInt16 -> SInt16 -> SInt16
average x y = (x + y) `shiftR` 1

main :: IO ()
main = do
  print =<< isTheorem (\x -> popcount1 x .== popcount2 x)
  print =<< isTheorem (\x y -> x .>= 0 .&& y .>= 0 .=> average x y .>= 0)
  print =<< isTheorem (\x y -> y ./= 0 .=> sDiv x y * y + sMod x y .== (x :: SWord8))
  print =<< isTheorem (\x i -> sRotateLeft (sRotateRight x i) (i :: SWord8) .== (x :: SWord16))
  r <- sat (\x -> x + 1 .== (0 :: SWord8))
  print (getModelValue "s0" r :: Maybe Word8)
