(** Sets of cells, and what the checker computes once for a board.

    A set of cells is an integer: bit [c] is set if cell [c] is in the set. The board has an empty
    column before its first column and an empty row before its first row. So a row of five cells
    never continues on the other side of the board. *)
From Coq Require Import ZArith Bool List.
From Proof Require Import game.
Import ListNotations.
Open Scope Z_scope.

(** Sets of cells. *)
Definition cells : Type := Z.

Definition has (set : cells) (c : Z) : bool := Z.testbit set c.
Definition bit (c : Z) : cells := Z.shiftl 1 c.
Definition with_cell (set : cells) (c : Z) : cells := Z.lor set (bit c).
Definition without (set : cells) (c : Z) : cells := Z.ldiff set (bit c).
Definition top (set : cells) : Z := Z.log2 set.

(** Cells and points. *)
Definition index (n : Z) (p : point) : Z := (snd p + 1) * (n + 1) + (fst p + 1).
Definition point_at (n c : Z) : point := (c mod (n + 1) - 1, c / (n + 1) - 1).
Definition is_on (n : Z) (p : point) : bool :=
  (0 <=? fst p) && (fst p <? n) && (0 <=? snd p) && (snd p <? n).
Definition stones_of (n : Z) (set : cells) : stones := fun p => is_on n p && has set (index n p).

Definition numbers (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition points (n : Z) : list point :=
  flat_map (fun y => map (fun x => (x, y)) (numbers n)) (numbers n).

(** A symmetry is a sum of 1 (mirror columns), 2 (mirror rows) and 4 (swap the axes first). *)
Definition turned (n symmetry : Z) (p : point) : point :=
  let x := if Z.testbit symmetry 2 then snd p else fst p in
  let y := if Z.testbit symmetry 2 then fst p else snd p in
  (if Z.testbit symmetry 0 then n - 1 - x else x, if Z.testbit symmetry 1 then n - 1 - y else y).

Definition images (n symmetry : Z) : list (Z * Z) :=
  map (fun p => (index n p, index n (turned n symmetry p))) (points n).

(** What is computed once for a board. *)
Record board := {
  size : Z;
  is_exact : bool;
  all : list Z; (* its cells, row by row *)
  inside : cells;
  steps : list (Z * point); (* four directions, each with the difference of its cells *)
  turns : list (Z * list (Z * Z)) (* each symmetry with its images *)
}.

Definition make (n : Z) (exact : bool) : board :=
  let every := map (index n) (points n) in
  {| size := n;
     is_exact := exact;
     all := every;
     inside := fold_left with_cell every 0;
     steps := map (fun d => (snd d * (n + 1) + fst d, d)) [(1, 0); (0, 1); (1, 1); (-1, 1)];
     turns := map (fun k => (k, images n k)) (numbers 8) |}.

Section Board.

Variable b : board.

(** Return the image of a set under a symmetry. *)
Definition seen (symmetry : Z) (set : cells) : cells :=
  if symmetry =? 0 then set
  else
    let table :=
      match find (fun row => fst row =? symmetry) (turns b) with
      | Some row => snd row
      | None => images (size b) symmetry
      end in
    fold_left
      (fun image pair => if has set (fst pair) then with_cell image (snd pair) else image) table 0.

(** The first cells of rows of five along a step: of five usable cells; with at least three or four
    stones of a set. *)
Definition rows (s : Z) (usable : cells) : cells :=
  let pairs := Z.land usable (Z.shiftr usable s) in
  Z.land (Z.land pairs (Z.shiftr pairs (2 * s))) (Z.shiftr usable (4 * s)).

Definition fours (s : Z) (set : cells) : cells :=
  let next := Z.shiftr set s in
  let both := Z.land set next in
  if both =? 0 then 0
  else
    let one := Z.lor set next in
    let both' := Z.shiftr both (2 * s) in
    let one' := Z.shiftr one (2 * s) in
    Z.lor (Z.land both both')
      (Z.land (Z.lor (Z.land both one') (Z.land one both')) (Z.shiftr set (4 * s))).

Definition threes (s : Z) (set : cells) : cells :=
  let next := Z.shiftr set s in
  let both := Z.land set next in
  let one := Z.lor set next in
  let last := Z.shiftr set (4 * s) in
  let both' := Z.shiftr both (2 * s) in
  let one' := Z.shiftr one (2 * s) in
  Z.lor (Z.land both (Z.lor one' last))
    (Z.lor (Z.land both' (Z.lor one last)) (Z.land one (Z.land one' last))).

End Board.
