(** Five in a row on an n x n board, and what it means that the side to move wins.

    This file is all that the theorem in [sound.v] says. [own] are the stones of the side to move,
    [other] those of its opponent. *)
From Coq Require Import ZArith Bool.
Open Scope Z_scope.

(** A point is a column and a row, both from 0. Stones are a set of points. *)
Definition point : Type := Z * Z.
Definition stones : Type := point -> bool.

Definition none : stones := fun _ => false.
Definition same (p q : point) : bool := (fst p =? fst q) && (snd p =? snd q).
Definition add (p : point) (set : stones) : stones := fun q => same q p || set q.

Definition on_board (n : Z) (p : point) : Prop := 0 <= fst p < n /\ 0 <= snd p < n.

(** The eight directions, and the point that is [i] steps from [p]. *)
Definition direction (d : point) : Prop := -1 <= fst d <= 1 /\ -1 <= snd d <= 1 /\ d <> (0, 0).
Definition step (p d : point) (i : Z) : point := (fst p + i * fst d, snd p + i * snd d).

(** Five in a row. If [exact], six or more in a row are not a five: the points before and after the
    five have no stone of the set. *)
Definition five (exact : bool) (set : stones) : Prop :=
  exists p d, direction d /\
    (forall i, 0 <= i < 5 -> set (step p d i) = true) /\
    (exact = true -> set (step p d (-1)) = false /\ set (step p d 5) = false).

Definition free (n : Z) (own other : stones) (p : point) : Prop :=
  on_board n p /\ own p = false /\ other p = false.

(** [wins n exact k own other]: the side to move has a strategy that makes five in at most [k]
    plies, whatever the opponent plays, and before the opponent makes five.

    Either a stone makes five now, or there is a stone after which the board is not full, no reply
    makes five, and the side wins in two plies less after every reply. *)
Inductive wins (n : Z) (exact : bool) : Z -> stones -> stones -> Prop :=
| wins_now : forall k own other p,
    1 <= k ->
    free n own other p ->
    five exact (add p own) ->
    wins n exact k own other
| wins_later : forall k own other p,
    free n own other p ->
    (exists q, free n (add p own) other q) ->
    (forall q, free n (add p own) other q -> ~ five exact (add q other)) ->
    (forall q, free n (add p own) other q -> wins n exact (k - 2) (add p own) (add q other)) ->
    wins n exact k own other.
