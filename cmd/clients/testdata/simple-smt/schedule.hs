-- expect: Just 7; Nothing
-- The shortest schedule of five jobs on two machines, by search for the bound.
import Control.Monad
import SimpleSMT

main :: IO ()
main = do
  print =<< shortest [3, 2, 4, 1, 4] 2
  print =<< shortest [12] 1

shortest :: [Integer] -> Integer -> IO (Maybe Integer)
shortest jobs machines = do
  s <- newSolver "z3" ["-smt2", "-in"] Nothing
  setLogic s "QF_LIA"
  on <- forM (zip [0 :: Int ..] jobs) $ \(i, _) -> do
    m <- declare s ("m" ++ show i) tInt
    assert s (SimpleSMT.and (leq (int 0) m) (lt m (int machines)))
    return m
  let load k = addMany [ite (eq m (int k)) (int t) (int 0) | (m, t) <- zip on jobs]
      try b | b > 10 = return Nothing
            | otherwise = do
                push s
                forM_ [0 .. machines - 1] $ \k -> assert s (leq (load k) (int b))
                r <- check s
                pop s
                if r == Sat then return (Just b) else try (b + 1)
  r <- try 1
  _ <- stop s
  return r
