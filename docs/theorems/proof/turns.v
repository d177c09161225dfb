(** A board wins if its image under a symmetry wins. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game lemma sets checker.
Import ListNotations.
Open Scope Z_scope.

Section Turns.

Variables (n symmetry : Z) (exact : bool).

Notation turn := (turned n symmetry).

Definition back (p : point) : point :=
  let x := if Z.testbit symmetry 0 then n - 1 - fst p else fst p in
  let y := if Z.testbit symmetry 1 then n - 1 - snd p else snd p in
  if Z.testbit symmetry 2 then (y, x) else (x, y).

Ltac turns := unfold turned, back, step, on_board, direction;
  destruct (Z.testbit symmetry 0), (Z.testbit symmetry 1), (Z.testbit symmetry 2);
  cbn [fst snd].

Lemma turn_back : forall p, turn (back p) = p.
Proof. intros [x y]. turns; apply f_equal2; lia. Qed.

Lemma back_turn : forall p, back (turn p) = p.
Proof. intros [x y]. turns; apply f_equal2; lia. Qed.

Lemma turn_on : forall p, on_board n p -> on_board n (turn p).
Proof. intros [x y]. turns; lia. Qed.

Lemma back_on : forall p, on_board n p -> on_board n (back p).
Proof. intros [x y]. turns; lia. Qed.

Lemma direction_cases : forall u v, direction (u, v) ->
  direction (v, u) /\ direction (-u, v) /\ direction (u, -v) /\ direction (-u, -v) /\
  direction (-v, u) /\ direction (v, -u) /\ direction (-v, -u).
Proof.
  intros u v (U & V & N). unfold direction; cbn [fst snd] in *.
  assert (u <> 0 \/ v <> 0).
  { destruct (Z.eq_dec u 0), (Z.eq_dec v 0); auto. subst. exfalso. apply N. reflexivity. }
  repeat match goal with |- _ /\ _ => split end; try lia; intros E; inversion E; lia.
Qed.

Lemma row_back : forall p d, direction d ->
  exists p' d', direction d' /\ forall i, turn (step p' d' i) = step p d i.
Proof.
  intros p [u v] D. exists (back p).
  set (u' := if Z.testbit symmetry 0 then - u else u).
  set (v' := if Z.testbit symmetry 1 then - v else v).
  exists (if Z.testbit symmetry 2 then (v', u') else (u', v')).
  destruct (direction_cases u v D) as (D1 & D2 & D3 & D4 & D5 & D6 & D7). split.
  - unfold u', v'. destruct (Z.testbit symmetry 0), (Z.testbit symmetry 1),
      (Z.testbit symmetry 2); auto.
  - intros i. destruct p as [x y]. unfold u', v'. turns; apply f_equal2; lia.
Qed.

Lemma row_turn : forall p d, direction d ->
  exists p' d', direction d' /\ forall i, step p' d' i = turn (step p d i).
Proof.
  intros p [u v] D. exists (turn p).
  set (u' := if Z.testbit symmetry 2 then v else u).
  set (v' := if Z.testbit symmetry 2 then u else v).
  exists (if Z.testbit symmetry 0 then - u' else u', if Z.testbit symmetry 1 then - v' else v').
  destruct (direction_cases u v D) as (D1 & D2 & D3 & D4 & D5 & D6 & D7). split.
  - unfold u', v'. destruct (Z.testbit symmetry 0), (Z.testbit symmetry 1),
      (Z.testbit symmetry 2); auto.
  - intros i. destruct p as [x y]. unfold u', v'. turns; apply f_equal2; lia.
Qed.

Definition pull (set : stones) : stones := fun q => set (turn q).

Lemma five_pull : forall set, five exact set -> five exact (pull set).
Proof.
  intros set (p & d & D & F & E). destruct (row_back p d D) as (p' & d' & D' & H).
  exists p', d'. unfold pull. split; [auto|]. split.
  - intros i I. rewrite H. auto.
  - intros X. rewrite !H. auto.
Qed.

Lemma five_push : forall set, five exact (pull set) -> five exact set.
Proof.
  intros set (p & d & D & F & E). destruct (row_turn p d D) as (p' & d' & D' & H).
  exists p', d'. split; [auto|]. split.
  - intros i I. rewrite H. apply F. auto.
  - intros X. rewrite !H. apply E. auto.
Qed.

Lemma pull_add : forall p set q, pull (add p set) q = add (back p) (pull set) q.
Proof.
  intros p set q. unfold pull, add. f_equal. apply eq_iff_eq_true. rewrite !same_spec.
  split; [intros <-; rewrite back_turn | intros ->; rewrite turn_back]; auto.
Qed.

Lemma pull_add_turn : forall p set q, pull (add (turn p) set) q = add p (pull set) q.
Proof. intros. rewrite pull_add, back_turn. reflexivity. Qed.

Lemma free_pull : forall own other p, free n own other p ->
  free n (pull own) (pull other) (back p).
Proof.
  intros own other p (O & A & B). unfold pull. split; [apply back_on; auto|].
  rewrite turn_back. auto.
Qed.

Lemma wins_pull : forall k own other, wins n exact k own other ->
  wins n exact k (pull own) (pull other).
Proof.
  intros k own other H. induction H as [k own other p K F V | k own other p F Full No _ IH].
  - apply wins_now with (back p); auto; [apply free_pull; auto|].
    eapply five_ext; [|apply five_pull; exact V]. apply pull_add.
  - assert (Fr : forall q, free n (add (back p) (pull own)) (pull other) q ->
      free n (add p own) other (turn q)).
    { intros q (Q & A & B). split; [apply turn_on; auto|]. rewrite <- pull_add in A. auto. }
    apply wins_later with (back p).
    + apply free_pull. auto.
    + destruct Full as [q Q]. exists (back q). apply free_pull in Q.
      eapply free_ext; [| |exact Q]; auto. apply pull_add.
    + intros q Q V. apply (No (turn q) (Fr q Q)). apply five_push.
      eapply five_ext; [|exact V]. intros r. symmetry. apply pull_add_turn.
    + intros q Q. eapply wins_ext; [apply (IH (turn q) (Fr q Q))| |].
      * apply pull_add.
      * apply pull_add_turn.
Qed.

End Turns.
