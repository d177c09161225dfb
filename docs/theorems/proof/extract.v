(** Extraction of the checker to OCaml. Integers become those of Zarith. Everything else is as Coq
    translates it.

    Besides Coq, its extraction and the OCaml compiler, this trusts that each function of Zarith
    below computes what Coq defines. Zarith raises an exception in place of Coq's value for a
    division by 0 and for a negative number of a bit or of places to shift. *)
From Coq Require Import Extraction ExtrOcamlBasic ZArith.
From Proof Require Import sets checker.

Extract Inductive positive => "Big.t"
  [ "(fun p -> Big.succ (Big.shift_left p 1))" "(fun p -> Big.shift_left p 1)" "Big.one" ]
  "(fun xI xO xH p -> if Big.equal p Big.one then xH () else if Big.testbit p 0
    then xI (Big.shift_right p 1) else xO (Big.shift_right p 1))".
Extract Inductive Z => "Big.t" [ "Big.zero" "(fun p -> p)" "Big.neg" ]
  "(fun zero pos neg z -> let s = Big.sign z in if s = 0 then zero () else if s > 0 then pos z
    else neg (Big.neg z))".

Extract Constant Pos.succ => "Big.succ".
Extract Constant Z.add => "Big.add".
Extract Constant Z.sub => "Big.sub".
Extract Constant Z.mul => "Big.mul".
Extract Constant Z.opp => "Big.neg".
Extract Constant Z.div => "Big.fdiv".
Extract Constant Z.modulo => "(fun a b -> Big.sub a (Big.mul b (Big.fdiv a b)))".
Extract Constant Z.max => "Big.max".
Extract Constant Z.eqb => "Big.equal".
Extract Constant Z.ltb => "Big.lt".
Extract Constant Z.leb => "Big.leq".
Extract Constant Z.compare =>
  "(fun a b -> let c = Big.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Constant Z.land => "Big.logand".
Extract Constant Z.lor => "Big.logor".
Extract Constant Z.ldiff => "(fun a b -> Big.logand a (Big.lognot b))".
Extract Constant Z.testbit => "(fun a i -> Big.testbit a (Big.to_int i))".
Extract Constant Z.shiftl => "(fun a i -> Big.shift_left a (Big.to_int i))".
Extract Constant Z.shiftr => "(fun a i -> Big.shift_right a (Big.to_int i))".
Extract Constant Z.log2 =>
  "(fun a -> if Big.sign a > 0 then Big.of_int (Big.numbits a - 1) else Big.zero)".

Extraction "proved.ml" check with_cell.
