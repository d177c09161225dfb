(** What the checker's sets of cells mean, in terms of points. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game lemma sets checker.
Import ListNotations.
Open Scope Z_scope.

(** Bits. *)

Lemma has_nonneg : forall a e, has a e = true -> 0 <= e.
Proof.
  intros a e H. destruct (Z_lt_le_dec e 0); auto. unfold has in H.
  rewrite Z.testbit_neg_r in H by lia. discriminate.
Qed.

Lemma has_bit : forall c e, 0 <= c -> has (bit c) e = (e =? c).
Proof.
  intros c e C. unfold has, bit. rewrite Z.shiftl_1_l. rewrite Z.pow2_bits_eqb by lia.
  apply Z.eqb_sym.
Qed.

Lemma has_with : forall a c e, 0 <= c -> has (with_cell a c) e = (e =? c) || has a e.
Proof.
  intros a c e C. unfold with_cell. unfold has at 1. rewrite Z.lor_spec.
  fold (has a e) (has (bit c) e). rewrite has_bit by lia. apply orb_comm.
Qed.

Lemma has_ldiff : forall a c e, has (Z.ldiff a c) e = has a e && negb (has c e).
Proof. intros. apply Z.ldiff_spec. Qed.

Lemma has_without : forall a c e, 0 <= c -> has (without a c) e = has a e && negb (e =? c).
Proof. intros. unfold without. rewrite has_ldiff, has_bit by lia. reflexivity. Qed.

Lemma has_land : forall a c e, has (Z.land a c) e = has a e && has c e.
Proof. intros. apply Z.land_spec. Qed.

Lemma has_lor : forall a c e, has (Z.lor a c) e = has a e || has c e.
Proof. intros. apply Z.lor_spec. Qed.

Lemma has_shiftr : forall a k e, 0 <= e -> has (Z.shiftr a k) e = has a (e + k).
Proof. intros. apply Z.shiftr_spec. auto. Qed.

Lemma has_zero : forall e, has 0 e = false.
Proof. intros. apply Z.bits_0. Qed.

Lemma has_top : forall a, 0 < a -> has a (top a) = true.
Proof. intros. apply Z.bit_log2. auto. Qed.

Lemma top_nonneg : forall a, 0 <= top a.
Proof. intros. apply Z.log2_nonneg. Qed.

Lemma zero_of_empty : forall a e, has a e = true -> a <> 0.
Proof. intros a e H ->. rewrite has_zero in H. discriminate. Qed.

(** The board. *)

Lemma is_on_spec : forall n p, is_on n p = true <-> on_board n p.
Proof.
  intros n [x y]. unfold is_on, on_board; simpl.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intuition.
Qed.

Lemma on_index : forall n p, on_board n p -> 0 <= index n p.
Proof. intros n [x y] [X Y]; simpl in *. unfold index; simpl. nia. Qed.

Lemma index_inj : forall n p q,
  on_board n p -> on_board n q -> index n p = index n q -> p = q.
Proof.
  intros n [x y] [u v] [X Y] [U V] H; unfold index in H; simpl in *.
  assert (y = v) by nia. subst. assert (x = u) by nia. subst. reflexivity.
Qed.

Definition jump (n : Z) (d : point) : Z := snd d * (n + 1) + fst d.

Lemma index_step : forall n p d i, index n (step p d i) = index n p + i * jump n d.
Proof. intros. unfold index, step, jump; simpl. ring. Qed.

Lemma index_point : forall n c, 0 < n + 1 -> index n (point_at n c) = c.
Proof.
  intros. unfold index, point_at; simpl. rewrite (Z.div_mod c (n + 1)) at 3 by lia. ring.
Qed.

Lemma stones_with : forall n a p, on_board n p ->
  forall q, stones_of n (with_cell a (index n p)) q = add p (stones_of n a) q.
Proof.
  intros n a p P q. unfold stones_of, add.
  rewrite has_with by (apply on_index; auto).
  destruct (is_on n q) eqn:Q; simpl.
  - apply is_on_spec in Q. f_equal. destruct (same q p) eqn:E.
    + apply same_spec in E. subst. apply Z.eqb_refl.
    + apply Z.eqb_neq. intros I. apply index_inj in I; auto. subst.
      rewrite (proj2 (same_spec p p) eq_refl) in E. discriminate.
  - destruct (same q p) eqn:E; auto. apply same_spec in E. subst.
    apply is_on_spec in P. congruence.
Qed.

Lemma stones_on : forall n a p, on_board n p -> stones_of n a p = has a (index n p).
Proof. intros n a p P. unfold stones_of. rewrite (proj2 (is_on_spec n p) P). reflexivity. Qed.

Lemma stones_true : forall n a p,
  stones_of n a p = true -> on_board n p /\ has a (index n p) = true.
Proof.
  intros n a p H. unfold stones_of in H. apply andb_true_iff in H. rewrite is_on_spec in H. auto.
Qed.

Lemma stones_false : forall n a p, has a (index n p) = false -> stones_of n a p = false.
Proof. intros n a p H. unfold stones_of. rewrite H. apply andb_false_r. Qed.

Lemma numbers_spec : forall n x, In x (numbers n) <-> 0 <= x < n.
Proof.
  intros n x. unfold numbers. rewrite in_map_iff. split.
  - intros (k & <- & K). apply in_seq in K. lia.
  - intros X. exists (Z.to_nat x). split; [lia|]. apply in_seq. lia.
Qed.

Lemma points_spec : forall n p, In p (points n) <-> on_board n p.
Proof.
  intros n [x y]. unfold points, on_board; simpl. rewrite in_flat_map. split.
  - intros (v & V & H). apply in_map_iff in H. destruct H as (u & E & U). inversion E; subst.
    rewrite numbers_spec in *. auto.
  - intros [X Y]. exists y. split; [apply numbers_spec; auto|]. apply in_map_iff. exists x.
    split; auto. apply numbers_spec. auto.
Qed.

Lemma has_all : forall l a e, (forall c, In c l -> 0 <= c) ->
  (has (fold_left with_cell l a) e = true <-> has a e = true \/ In e l).
Proof.
  induction l as [|c l IH]; simpl; intros a e N; [tauto|].
  rewrite IH by auto. rewrite has_with by auto. rewrite orb_true_iff, Z.eqb_eq.
  intuition (subst; auto).
Qed.

Definition four_directions : list point := [(1, 0); (0, 1); (1, 1); (-1, 1)].

(** What [make] provides. *)
Record made (n : Z) (exact : bool) (b : board) : Prop := {
  made_size : size b = n;
  made_exact : is_exact b = exact;
  made_all : forall p, on_board n p -> In (index n p) (all b);
  made_on : forall c, In c (all b) -> exists p, on_board n p /\ c = index n p;
  made_inside : forall c, has (inside b) c = true <-> exists p, on_board n p /\ c = index n p;
  made_steps : steps b = map (fun d => (jump n d, d)) four_directions;
  made_turns : forall k t, In (k, t) (turns b) -> t = images n k
}.

Lemma make_made : forall n exact, made n exact (make n exact).
Proof.
  intros. constructor; try reflexivity.
  - intros p P. apply in_map. apply points_spec. auto.
  - intros c C. apply in_map_iff in C. destruct C as (p & <- & P). exists p. split; auto.
    apply points_spec. auto.
  - intros c. unfold make, inside. rewrite has_all.
    + rewrite has_zero, in_map_iff. split.
      * intros [X | (p & <- & P)]; [discriminate|]. exists p. split; auto. apply points_spec. auto.
      * intros (p & P & ->). right. exists p. split; auto. apply points_spec. auto.
    + intros d D. apply in_map_iff in D. destruct D as (p & <- & P). apply on_index.
      apply points_spec. auto.
  - intros k t H. unfold make, turns in H. apply in_map_iff in H.
    destruct H as (j & E & _). congruence.
Qed.

Lemma four_are_directions : forall d, In d four_directions -> direction d.
Proof.
  intros d D. unfold four_directions in D. simpl in D.
  destruct D as [<-|[<-|[<-|[<-|[]]]]]; unfold direction; simpl;
    (split; [lia|split; [lia|discriminate]]).
Qed.

Lemma jump_nonneg : forall n d, 0 <= n -> In d four_directions -> 0 <= jump n d.
Proof.
  intros n d N D. unfold four_directions in D. simpl in D.
  destruct D as [<-|[<-|[<-|[<-|[]]]]]; unfold jump; cbn [fst snd]; lia.
Qed.

(** A row of five points, along any of eight directions, is a row along one of four. *)
Lemma along_four : forall p d, direction d ->
  exists p' d', In d' four_directions /\
    ((forall i, step p' d' i = step p d i) \/ (forall i, step p' d' i = step p d (4 - i))).
Proof.
  intros p [u v] (U & V & N); cbn [fst snd] in U, V.
  assert (F : In (u, v) four_directions \/ In (-u, -v) four_directions).
  { unfold four_directions.
    assert (u = -1 \/ u = 0 \/ u = 1) as [-> | [-> | ->]] by lia;
    assert (v = -1 \/ v = 0 \/ v = 1) as [-> | [-> | ->]] by lia; simpl; auto 6.
    exfalso. apply N. reflexivity. }
  destruct F as [F | F].
  - exists p, (u, v). auto.
  - exists (step p (u, v) 4), (-u, -v). split; auto. right. intros i. unfold step.
    cbn [fst snd]. apply f_equal2; ring.
Qed.

Section Board.

Variables (n : Z) (exact : bool) (b : board).
Hypothesis M : made n exact b.

Notation S := (stones_of n).

Lemma in_steps : forall s d, In (s, d) (steps b) -> In d four_directions /\ s = jump n d.
Proof.
  intros s d H. rewrite (made_steps _ _ _ M) in H. apply in_map_iff in H.
  destruct H as (e & E & I). inversion E; subst. auto.
Qed.

Lemma steps_in : forall d, In d four_directions -> In (jump n d, d) (steps b).
Proof.
  intros d D. rewrite (made_steps _ _ _ M). apply in_map_iff. exists d. auto.
Qed.

End Board.
