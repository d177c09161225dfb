(** The checker misses no threat of the opponent. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game lemma sets checker cells.
Import ListNotations.
Open Scope Z_scope.

Section Board.

Variables (n : Z) (exact : bool) (b : board).
Hypothesis M : made n exact b.

Notation S := (stones_of n).

(** Five points in a row without a stone of the mover; [few] has the places that may lack a stone of
    the opponent. *)
Definition row_of (own other : Z) (p d : point) (few : list Z) : Prop :=
  forall i, 0 <= i < 5 -> on_board n (step p d i) /\ S own (step p d i) = false /\
    (~ In i few -> S other (step p d i) = true).

Lemma row_start : forall own other p d few, row_of own other p d few -> on_board n p.
Proof.
  intros own other [x y] d few R. destruct (R 0) as (On & _); [lia|].
  unfold on_board, step in *; cbn [fst snd] in *. lia.
Qed.

Lemma rows_spec : forall own other p d few, In d four_directions -> row_of own other p d few ->
  has (rows (jump n d) (Z.ldiff (inside b) own)) (index n p) = true.
Proof.
  intros own other p d few D R.
  assert (U : forall i, 0 <= i < 5 ->
    has (Z.ldiff (inside b) own) (index n p + i * jump n d) = true).
  { intros i I. destruct (R i I) as (On & O & _). rewrite <- index_step, has_ldiff.
    rewrite (stones_on n own _ On) in O. rewrite O, andb_true_r.
    apply (made_inside _ _ _ M). exists (step p d i). auto. }
  pose proof (row_start _ _ _ _ _ R) as P.
  pose proof (on_index n p P) as N0.
  assert (J : 0 <= jump n d) by (apply jump_nonneg; auto; destruct P; lia).
  unfold rows. rewrite !has_land, !has_shiftr, !has_land, !has_shiftr by lia.
  set (c := index n p) in *. set (s := jump n d) in *.
  replace (c + 2 * s + s) with (c + 3 * s) by ring.
  rewrite <- (Z.add_0_r c) at 1. rewrite <- (Z.mul_0_l s) at 1.
  replace (c + s) with (c + 1 * s) by ring.
  rewrite !U by lia. reflexivity.
Qed.

Lemma opponent_bits : forall own other p d few, row_of own other p d few ->
  forall i, 0 <= i < 5 -> ~ In i few -> has other (index n p + i * jump n d) = true.
Proof.
  intros own other p d few R i I N. destruct (R i I) as (On & _ & W).
  rewrite <- index_step, <- stones_on; auto.
Qed.

Lemma fours_spec : forall own other p d j, In d four_directions -> row_of own other p d [j] ->
  has (fours (jump n d) other) (index n p) = true.
Proof.
  intros own other p d j D R. pose proof (opponent_bits _ _ _ _ _ R) as W.
  pose proof (row_start _ _ _ _ _ R) as P.
  pose proof (on_index n p P) as N0.
  assert (J : 0 <= jump n d) by (apply jump_nonneg; auto; destruct P; lia).
  unfold fours. cbv zeta.
  set (c := index n p) in *. set (s := jump n d) in *.
  pose proof (W 0 ltac:(lia)) as W0. pose proof (W 1 ltac:(lia)) as W1.
  pose proof (W 2 ltac:(lia)) as W2. pose proof (W 3 ltac:(lia)) as W3.
  pose proof (W 4 ltac:(lia)) as W4.
  rewrite Z.mul_0_l, Z.add_0_r in W0. rewrite Z.mul_1_l in W1. cbn [In] in W0, W1, W2, W3, W4.
  destruct (Z.land other (Z.shiftr other s) =? 0) eqn:E.
  - (* a pair of the row has two stones *)
    apply Z.eqb_eq in E.
    assert (B : forall e, 0 <= e -> has other e = true -> has other (e + s) = true -> False).
    { intros e N X Y. assert (Q : has (Z.land other (Z.shiftr other s)) e = true)
        by (rewrite has_land, has_shiftr, X, Y by auto; reflexivity).
      rewrite E, has_zero in Q. discriminate. }
    exfalso. destruct (Z_le_gt_dec j 1).
    + apply (B (c + 2 * s)); [lia|apply W2; lia|].
      replace (c + 2 * s + s) with (c + 3 * s) by ring. apply W3. lia.
    + apply (B c); [lia|apply W0; lia|apply W1; lia].
  - repeat first [rewrite has_lor | rewrite has_land | rewrite has_shiftr by lia].
    replace (c + 2 * s + s) with (c + 3 * s) by ring.
    destruct (has other c), (has other (c + s)), (has other (c + 2 * s)),
      (has other (c + 3 * s)), (has other (c + 4 * s)); simpl; auto; exfalso;
    repeat match goal with
    | W : ~ (?j = ?i \/ False) -> false = true |- _ =>
      destruct (Z.eq_dec j i); [clear W | assert (false = true) by (apply W; intros [?|[]]; auto);
        discriminate]
    end; congruence.
Qed.

Lemma threes_spec : forall own other p d j k, In d four_directions ->
  row_of own other p d [j; k] -> has (threes (jump n d) other) (index n p) = true.
Proof.
  intros own other p d j k D R. pose proof (opponent_bits _ _ _ _ _ R) as W.
  pose proof (row_start _ _ _ _ _ R) as P.
  pose proof (on_index n p P) as N0.
  assert (J : 0 <= jump n d) by (apply jump_nonneg; auto; destruct P; lia).
  unfold threes. cbv zeta.
  repeat first [rewrite has_lor | rewrite has_land | rewrite has_shiftr by lia].
  set (c := index n p) in *. set (s := jump n d) in *.
  replace (c + 2 * s + s) with (c + 3 * s) by ring.
  pose proof (W 0 ltac:(lia)) as W0. pose proof (W 1 ltac:(lia)) as W1.
  pose proof (W 2 ltac:(lia)) as W2. pose proof (W 3 ltac:(lia)) as W3.
  pose proof (W 4 ltac:(lia)) as W4.
  rewrite Z.mul_0_l, Z.add_0_r in W0. rewrite Z.mul_1_l in W1. cbn [In] in W0, W1, W2, W3, W4.
  destruct (has other c), (has other (c + s)), (has other (c + 2 * s)), (has other (c + 3 * s)),
    (has other (c + 4 * s)); simpl; auto; exfalso;
  repeat match goal with
  | W : ~ (?j = ?i \/ ?k = ?i \/ False) -> false = true |- _ =>
    destruct (Z.eq_dec j i); [clear W | destruct (Z.eq_dec k i); [clear W |
      assert (false = true) by (apply W; intros [?|[?|[]]]; auto); discriminate]]
  end; congruence.
Qed.

(** A row in any direction, turned into one of the four. *)
Lemma row_four : forall own other p d few, direction d -> row_of own other p d few ->
  exists p' d', In d' four_directions /\
    (row_of own other p' d' few \/ row_of own other p' d' (map (fun i => 4 - i) few)) /\
    forall i, 0 <= i < 5 -> exists i', 0 <= i' < 5 /\ step p d i = step p' d' i'.
Proof.
  intros own other p d few D R. destruct (along_four p d D) as (p' & d' & F & [E | E]);
    exists p', d'; (split; [auto|]); split.
  - left. intros i I. rewrite E. auto.
  - intros i I. exists i. auto.
  - right. intros i I. rewrite E. destruct (R (4 - i)) as (A & B & C); [lia|].
    split; [auto|]. split; auto. intros N. apply C. intros X. apply N. apply in_map_iff.
    exists (4 - i). split; auto. lia.
  - intros i I. exists (4 - i). split; [lia|]. rewrite E. f_equal. lia.
Qed.

Lemma dangerous_spec : forall own other, dangerous b own other = false ->
  ~ danger n (S own) (S other).
Proof.
  intros own other H (p & d & j & D & R).
  assert (R' : row_of own other p d [j]).
  { intros i I. destruct (R i I) as (A & B & C). split; [auto|]. split; auto. intros N.
    apply C. intros ->. apply N. left. auto. }
  destruct (row_four own other p d [j] D R') as (p' & d' & F & X & _).
  assert (exists j', row_of own other p' d' [j']) as [j' R'']
    by (destruct X as [X | X]; [exists j | exists (4 - j)]; auto).
  pose proof (fours_spec _ _ _ _ _ F R'') as B4.
  pose proof (rows_spec _ _ _ _ _ F R'') as B5.
  unfold dangerous in H.
  assert (T : existsb (fun sd : Z * point =>
         let starts := fours (fst sd) other in
         if starts =? 0 then false
         else negb (Z.land starts (rows (fst sd) (Z.ldiff (inside b) own)) =? 0)) (steps b) = true).
  { apply existsb_exists. exists (jump n d', d'). split; [apply (steps_in n exact b M); auto|].
    cbv zeta. cbn [fst].
    destruct (fours (jump n d') other =? 0) eqn:Z4.
    - apply Z.eqb_eq in Z4. rewrite Z4, has_zero in B4. discriminate.
    - apply negb_true_iff, Z.eqb_neq. apply zero_of_empty with (index n p').
      rewrite has_land, B4, B5. reflexivity. }
  cbv zeta in H, T. rewrite H in T. discriminate.
Qed.

(** The points before and after a row have the cells of no point on the board, unless they are on
    the board. *)
Lemma index_beside : forall p q, on_board n q -> -1 <= fst p <= n -> index n p = index n q -> p = q.
Proof.
  intros [x y] [u v] [U V] X H. unfold index in H; cbn [fst snd] in *.
  assert (y = v) by nia. subst. assert (x = u) by nia. subst. reflexivity.
Qed.

Lemma beside : forall own other p d few i, direction d -> row_of own other p d few ->
  i = -1 \/ i = 5 -> S other (step p d i) = false ->
  has (Z.land other (inside b)) (index n (step p d i)) = false.
Proof.
  intros own other p d few i D R I F. rewrite has_land.
  destruct (has (inside b) (index n (step p d i))) eqn:E; [|apply andb_false_r].
  apply (made_inside _ _ _ M) in E. destruct E as (q & Q & E).
  assert (X : step p d i = q).
  { apply index_beside; auto. destruct (R 0) as ([X0 _] & _); [lia|].
    destruct (R 4) as ([X4 _] & _); [lia|]. destruct D as (U & _).
    unfold step in *; cbn [fst snd] in *. lia. }
  rewrite X in *. rewrite stones_on in F by auto. rewrite F. reflexivity.
Qed.

Lemma reply_wins_spec : forall own other, legal n (S own) (S other) ->
  reply_wins b own other = false ->
  forall q, free n (S own) (S other) q -> ~ five exact (add q (S other)).
Proof.
  intros own other L H q (Q & A & _) F.
  destruct (five_row n exact _ _ _ L Q A F) as (p & d & j & D & R & E).
  assert (R' : row_of own other p d [j]).
  { intros i I. destruct (R i I) as (X & Y & W). split; [auto|]. split; auto. intros N.
    apply W. intros ->. apply N. left. auto. }
  destruct (along_four p d D) as (p' & d' & D4 & Al).
  pose proof (four_are_directions d' D4) as D'.
  assert (G : (exists j', row_of own other p' d' [j']) /\
    (exact = true -> S other (step p' d' (-1)) = false /\ S other (step p' d' 5) = false)).
  { destruct Al as [Al | Al]; split.
    - exists j. intros i I. rewrite Al. auto.
    - intros X. rewrite !Al. auto.
    - exists (4 - j). intros i I. rewrite Al. destruct (R' (4 - i)) as (X & Y & W); [lia|].
      split; [auto|]. split; auto. intros N. apply W. intros [Z0 | []]. apply N. left. lia.
    - intros X. rewrite !Al. destruct (E X). auto. }
  destruct G as [[j' Row] Ends].
  pose proof (fours_spec _ _ _ _ _ D4 Row) as B4.
  pose proof (rows_spec _ _ _ _ _ D4 Row) as B5.
  pose proof (on_index n p' (row_start _ _ _ _ _ Row)) as N0.
  rewrite <- not_true_iff_false in H. apply H. unfold reply_wins. apply existsb_exists.
  exists (jump n d', d'). split; [apply (steps_in n exact b M); auto|]. cbv zeta. cbn [fst].
  destruct (fours (jump n d') other =? 0) eqn:Z4.
  { apply Z.eqb_eq in Z4. rewrite Z4, has_zero in B4. discriminate. }
  apply negb_true_iff, Z.eqb_neq. apply zero_of_empty with (index n p').
  rewrite (made_exact _ _ _ M).
  assert (exact = true \/ exact = false) as [Ex | Ex] by (destruct exact; auto); rewrite Ex.
  - destruct (Ends Ex) as [E1 E2]. rewrite !has_ldiff, has_land, B4, B5.
    apply (beside own _ _ _ _ (-1) D' Row) in E1; auto.
    apply (beside own _ _ _ _ 5 D' Row) in E2; auto.
    rewrite has_shiftr by auto. unfold has at 1. rewrite Z.shiftl_spec by auto.
    fold (has (Z.land other (inside b)) (index n p' - jump n d')).
    rewrite index_step in E1, E2.
    replace (index n p' - jump n d') with (index n p' + -1 * jump n d') by ring.
    rewrite E1, E2. reflexivity.
  - rewrite has_land, B4, B5. reflexivity.
Qed.

Lemma has_spread : forall s starts c i, 0 <= c -> 0 <= s -> has starts c = true -> 0 <= i < 5 ->
  has (spread s starts) (c + i * s) = true.
Proof.
  intros s starts c i C J H I. unfold spread. cbn [fold_left]. rewrite !has_lor.
  assert (Sh : has (Z.shiftl starts (i * s)) (c + i * s) = true).
  { unfold has. rewrite Z.shiftl_spec by nia. replace (c + i * s - i * s) with c by ring.
    exact H. }
  assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) as [-> | [-> | [-> | [-> | ->]]]] by lia.
  1: rewrite Z.mul_0_l, Z.add_0_r; rewrite H; reflexivity.
  all: rewrite Sh; rewrite ?orb_true_r; reflexivity.
Qed.

(** What [near] finds along some of the steps. *)
Definition near_along (own other : Z) (some : list (Z * point)) (set : Z) : Prop :=
  forall s d p j k, In (s, d) some -> row_of own other p d [j; k] ->
    (forall l, ~ row_of own other p d [l]) /\
    forall i, 0 <= i < 5 -> has set (index n (step p d i)) = true.

Lemma near_fold : forall own other l m,
  (forall sd, In sd l -> In sd (steps b)) ->
  forall set, fold_left (fun found sd =>
      match found with
      | None => None
      | Some set =>
        let starts := threes (fst sd) other in
        if starts =? 0 then Some set
        else
          let starts := Z.land starts (rows (fst sd) (Z.ldiff (inside b) own)) in
          if starts =? 0 then Some set
          else if Z.land starts (fours (fst sd) other) =? 0
          then Some (Z.lor set (spread (fst sd) starts))
          else None
      end) l m = Some set ->
  exists set0, m = Some set0 /\ near_along own other l set /\
    forall e, has set0 e = true -> has set e = true.
Proof.
  intros own other. induction l as [|[s d] l IH]; intros m Sub set H; cbn [fold_left] in H.
  - exists set. split; auto. split; auto. intros s d p j k [].
  - apply IH in H; [|intros sd I; apply Sub; right; auto].
    destruct H as (set1 & E & Al & Mono). destruct m as [set0|]; [|discriminate].
    cbn [fst] in E. cbv zeta in E. exists set0. split; auto.
    destruct (in_steps n exact b M s d (Sub _ (or_introl eq_refl))) as [D Es].
    assert (G : (forall e, has set0 e = true -> has set1 e = true) /\
      forall p j k, row_of own other p d [j; k] -> (forall l, ~ row_of own other p d [l]) /\
        forall i, 0 <= i < 5 -> has set1 (index n (step p d i)) = true).
    { subst s.
      assert (B3 : forall p j k, row_of own other p d [j; k] ->
        has (Z.land (threes (jump n d) other) (rows (jump n d) (Z.ldiff (inside b) own)))
          (index n p) = true).
      { intros p j k R. rewrite has_land, (rows_spec _ _ _ _ _ D R),
          (threes_spec _ _ _ _ _ _ D R). reflexivity. }
      destruct (threes (jump n d) other =? 0) eqn:Z3.
      { inversion E; subst. split; auto. intros p j k R. exfalso. apply Z.eqb_eq in Z3.
        specialize (B3 p j k R). rewrite Z3, Z.land_0_l, has_zero in B3. discriminate. }
      set (starts := Z.land (threes (jump n d) other) (rows (jump n d) (Z.ldiff (inside b) own)))
        in *.
      destruct (starts =? 0) eqn:Z5.
      { inversion E; subst set1. split; auto. intros p j k R. exfalso. apply Z.eqb_eq in Z5.
        specialize (B3 p j k R). rewrite Z5, has_zero in B3. discriminate. }
      destruct (Z.land starts (fours (jump n d) other) =? 0) eqn:Z4; [|discriminate].
      inversion E; subst set1. split.
      - intros e He. rewrite has_lor, He. reflexivity.
      - intros p j k R. split.
        + intros l0 R4. apply Z.eqb_eq in Z4. specialize (B3 p j k R).
          pose proof (fours_spec _ _ _ _ _ D R4) as B4.
          assert (X : has (Z.land starts (fours (jump n d) other)) (index n p) = true)
            by (rewrite has_land, B3, B4; reflexivity).
          rewrite Z4, has_zero in X. discriminate.
        + intros i I. rewrite has_lor, index_step.
          pose proof (row_start _ _ _ _ _ R) as P.
          rewrite has_spread; [apply orb_true_r|apply on_index; auto| |eapply B3; eauto|auto].
          apply jump_nonneg; auto. destruct P; lia. }
    destruct G as [G1 G2]. split.
    + intros s' d' p j k [X | X] R.
      * inversion X; subst s' d'. destruct (G2 p j k R) as [G3 G4]. split; auto.
      * eapply Al; eauto.
    + auto.
Qed.

Lemma row_more : forall own other p d few few', row_of own other p d few ->
  (forall i, In i few -> In i few') -> row_of own other p d few'.
Proof.
  intros own other p d few few' R Sub i I. destruct (R i I) as (A & B & C).
  split; [auto|]. split; auto.
Qed.

Lemma near_spec : forall own other close, near b own other = Some close ->
  ~ danger n (S own) (S other) /\
  forall p, on_board n p -> has own (index n p) = false -> has close (index n p) = false ->
    ~ danger n (S own) (S (with_cell other (index n p))).
Proof.
  intros own other close H. unfold near in H. cbv zeta in H.
  apply near_fold in H; [|auto]. destruct H as (set0 & _ & Al & _).
  assert (ND : forall p d j, direction d -> ~ row_of own other p d [j]).
  { intros p d j D R. destruct (row_four own other p d [j] D R) as (p' & d' & F & X & _).
    assert (exists j', row_of own other p' d' [j']) as [j' R']
      by (destruct X as [X | X]; [exists j | exists (4 - j)]; auto).
    destruct (Al (jump n d') d' p' j' j') as [No _].
    - apply (steps_in n exact b M). auto.
    - eapply row_more; [exact R'|]. simpl. tauto.
    - apply (No j'). auto. }
  split.
  - intros (p & d & j & D & R). apply (ND p d j D). intros i I. destruct (R i I) as (A & B & C).
    split; [auto|]. split; auto. intros N. apply C. intros ->. apply N. left. auto.
  - intros r On No Far (p & d & j & D & R).
    assert (R' : forall i, 0 <= i < 5 -> i <> j -> step p d i = r \/ S other (step p d i) = true).
    { intros i I X. destruct (R i I) as (_ & _ & W). specialize (W X).
      rewrite stones_with in W by auto. apply add_true in W. auto. }
    assert (Dec : (exists k, 0 <= k < 5 /\ step p d k = r) \/
      forall k, 0 <= k < 5 -> step p d k <> r).
    { assert (E : forall k, step p d k = r \/ step p d k <> r).
      { intros k. destruct (same (step p d k) r) eqn:Q.
        - left. apply same_spec. auto.
        - right. intros X. apply same_spec in X. congruence. }
      destruct (E 0); [left; exists 0; split; [lia|auto]|].
      destruct (E 1); [left; exists 1; split; [lia|auto]|].
      destruct (E 2); [left; exists 2; split; [lia|auto]|].
      destruct (E 3); [left; exists 3; split; [lia|auto]|].
      destruct (E 4); [left; exists 4; split; [lia|auto]|].
      right. intros k K.
      assert (k = 0 \/ k = 1 \/ k = 2 \/ k = 3 \/ k = 4) as [-> | [-> | [-> | [-> | ->]]]] by lia;
        auto. }
    destruct Dec as [(k & K & Ek) | Dec].
    + assert (Row : row_of own other p d [j; k]).
      { intros i I. destruct (R i I) as (A & B & _). split; [auto|]. split; auto. intros N.
        destruct (R' i I) as [X | X]; auto.
        - intros ->. apply N. left. auto.
        - exfalso. apply N. right. left. apply (step_inj p d); auto. congruence. }
      destruct (row_four own other p d [j; k] D Row) as (p' & d' & F & X & Y).
      assert (exists j' k', row_of own other p' d' [j'; k']) as (j' & k' & Row')
        by (destruct X as [X | X]; [exists j, k | exists (4 - j), (4 - k)]; auto).
      destruct (Al (jump n d') d' p' j' k') as [_ Cl]; [apply (steps_in n exact b M); auto|auto|].
      destruct (Y k K) as (i' & I' & E'). specialize (Cl i' I'). rewrite <- E', Ek in Cl.
      congruence.
    + apply (ND p d j D). intros i I. destruct (R i I) as (A & B & _). split; [auto|].
      split; auto. intros N. destruct (R' i I) as [X | X]; auto.
      * intros ->. apply N. left. auto.
      * exfalso. apply (Dec i I). auto.
Qed.

End Board.
