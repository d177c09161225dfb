(* Zarith's integers, under a name that the extracted program doesn't use. *)
include Z
