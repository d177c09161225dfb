(* Coq's own integers, for the program that is extracted without Zarith. *)
open Proved

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))

let of_int n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))
let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> (2 * int_of p) + 1
let to_int = function Z0 -> 0 | Zpos p -> int_of p | Zneg p -> -int_of p
