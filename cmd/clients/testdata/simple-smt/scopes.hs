-- expect: Sat; Unsat; Sat; Unsat; Sat
-- Scopes.
import SimpleSMT

main :: IO ()
main = do
  s <- newSolver "z3" ["-smt2", "-in"] Nothing
  setLogic s "QF_LIA"
  x <- declare s "x" tInt
  y <- declare s "y" tInt
  assert s (lt x y)
  print =<< check s
  push s
  assert s (gt x y)
  print =<< check s
  pop s
  print =<< check s
  inNewScope s $ do
    assert s (eq y (int 3))
    assert s (eq x (int 3))
    print =<< check s
  print =<< check s
  _ <- stop s
  return ()
