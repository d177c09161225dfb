(** Extraction of the checker to OCaml as Coq translates it, with Coq's own integers: slow, and it
    trusts no other library. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Proof Require Import sets checker.

Extraction "proved.ml" check with_cell.
