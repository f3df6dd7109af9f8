-- expect: Unsat; Sat
-- Functions, arrays and definitions.
import SimpleSMT

main :: IO ()
main = do
  s <- newSolver "z3" ["-smt2", "-in"] Nothing
  setLogic s "ALL"
  f <- declareFun s "f" [tInt] tInt
  a <- declare s "a" (tArray tInt tInt)
  x <- declare s "x" tInt
  y <- define s "y" tInt (add x (int 1))
  let app v = List [f, v]
  push s
  assert s (eq (app y) (select a y))
  assert s (eq y (int 5))
  assert s (SimpleSMT.not (eq (app (int 5)) (select (store a x (int 0)) (int 5))))
  print =<< check s
  pop s
  assert s (SimpleSMT.not (eq (app y) (app x)))
  print =<< check s
  _ <- stop s
  return ()
