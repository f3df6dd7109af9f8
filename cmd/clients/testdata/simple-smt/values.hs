-- expect: Sat; Int 21; [("x",Int 21),("y",Int 42)]
-- Values that are determined.
import SimpleSMT

main :: IO ()
main = do
  s <- newSolver "z3" ["-smt2", "-in"] Nothing
  setLogic s "QF_LIA"
  x <- declare s "x" tInt
  y <- declare s "y" tInt
  assert s (eq y (add x x))
  assert s (eq (add x y) (int 63))
  print =<< check s
  print =<< getConst s "x"
  print =<< getConsts s ["x", "y"]
  _ <- stop s
  return ()
