(** The mover's threats that the checker finds are threats. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game lemma sets checker cells.
Import ListNotations.
Open Scope Z_scope.

Section Board.

Variables (n : Z) (exact : bool) (b : board).
Hypothesis M : made n exact b.

Notation S := (stones_of n).

Lemma lacking_row : forall own s d c, In (s, d) (steps b) -> lacking b own s d c <> [] ->
  exists p, direction d /\
    (forall i, 0 <= i < 5 -> on_board n (step p d i)) /\
    (forall i, 0 <= i < 5 ->
      has own (index n (step p d i)) = true \/ In (index n (step p d i)) (lacking b own s d c)) /\
    (forall e, In e (lacking b own s d c) ->
      has own e = false /\ exists i, 0 <= i < 5 /\ e = index n (step p d i)) /\
    (exact = true -> S own (step p d (-1)) = false /\ S own (step p d 5) = false).
Proof.
  intros own s d c I L. apply (in_steps n exact b M) in I. destruct I as [D ->].
  pose proof (four_are_directions d D) as Dir. unfold lacking in *.
  rewrite (made_size _ _ _ M), (made_exact _ _ _ M) in *.
  set (p := point_at n c) in *. exists p.
  destruct (is_on n p && is_on n (step p d 4) &&
    negb (exact && (has own (c + -1 * jump n d) || has own (c + 5 * jump n d)))) eqn:E;
    [|congruence].
  apply andb_true_iff in E. destruct E as [E X]. apply andb_true_iff in E. destruct E as [P Q].
  apply is_on_spec in P. apply is_on_spec in Q.
  assert (C : index n p = c) by (apply index_point; destruct P; lia).
  assert (On : forall i, 0 <= i < 5 -> on_board n (step p d i)).
  { intros i Hi. clear - P Q Hi Dir. destruct p as [x y], d as [u v].
    unfold on_board, step, direction in *; cbn [fst snd] in *.
    assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) as [-> | [-> | [-> | [-> | ->]]]] by lia;
      lia. }
  assert (Ix : forall i, index n (step p d i) = c + i * jump n d)
    by (intros i; rewrite index_step, C; reflexivity).
  assert (Five : forall i, 0 <= i < 5 -> In (c + i * jump n d)
    (map (fun i => c + i * jump n d) [0; 1; 2; 3; 4])).
  { intros i Hi. apply in_map_iff. exists i. split; auto. simpl. lia. }
  split; [auto|]. split; [auto|]. split; [|split].
  - intros i Hi. rewrite Ix. destruct (has own (c + i * jump n d)) eqn:F; auto. right.
    apply filter_In. rewrite F. auto.
  - intros e He. apply filter_In in He. destruct He as [He F]. split.
    + destruct (has own e); auto.
    + apply in_map_iff in He. destruct He as (i & <- & Hi). exists i. rewrite Ix.
      split; auto. simpl in Hi. lia.
  - intros Ex. rewrite Ex in X. simpl in X. apply negb_true_iff, orb_false_iff in X.
    split; apply stones_false; rewrite Ix; tauto.
Qed.

Definition way_ok (own e : Z) : Prop :=
  exists p, on_board n p /\ e = index n p /\ has own e = false /\ five exact (add p (S own)).

Definition pair_ok (own c e : Z) : Prop :=
  exists p q, on_board n p /\ on_board n q /\ c = index n p /\ e = index n q /\ c <> e /\
    has own c = false /\ has own e = false /\ five exact (add q (add p (S own))).

Lemma lacking_one : forall own s d c e, In (s, d) (steps b) -> lacking b own s d c = [e] ->
  way_ok own e.
Proof.
  intros own s d c e I L. destruct (lacking_row own s d c I) as (p & D & On & Full & In_ & Ex).
  { rewrite L. discriminate. }
  rewrite L in *. destruct (In_ e (or_introl eq_refl)) as (N & j & J & ->).
  exists (step p d j). repeat split; auto; try apply On; auto.
  exists p, d. split; [auto|]. split.
  - intros i Hi. apply add_true. destruct (Full i Hi) as [F | [F | []]].
    + right. rewrite stones_on; auto.
    + left. apply index_inj with n; auto.
  - intros X. destruct (Ex X) as [A B]. split; apply add_false; split; auto; intros E;
      apply step_inj in E; auto; lia.
Qed.

Lemma lacking_two : forall own s d c e f, In (s, d) (steps b) -> lacking b own s d c = [e; f] ->
  e <> f -> pair_ok own e f /\ pair_ok own f e.
Proof.
  intros own s d c e f I L Ne. destruct (lacking_row own s d c I) as (p & D & On & Full & In_ & Ex).
  { rewrite L. discriminate. }
  rewrite L in *. destruct (In_ e (or_introl eq_refl)) as (N & j & J & ->).
  destruct (In_ f (or_intror (or_introl eq_refl))) as (N' & k & K & ->).
  assert (Fi : forall x y, (x = j /\ y = k) \/ (x = k /\ y = j) ->
    five exact (add (step p d y) (add (step p d x) (S own)))).
  { intros x y XY. exists p, d. split; [auto|]. split.
    - intros i Hi. rewrite !add_true. destruct (Full i Hi) as [F | [F | [F | []]]].
      + right. right. rewrite stones_on; auto.
      + apply index_inj in F; auto. destruct XY as [[-> ->] | [-> ->]]; auto.
      + apply index_inj in F; auto. destruct XY as [[-> ->] | [-> ->]]; auto.
    - intros X. destruct (Ex X) as [A B]. rewrite !add_false.
      repeat split; auto; intros E; apply step_inj in E; auto; lia. }
  split.
  - exists (step p d j), (step p d k). repeat split; auto; apply On; auto.
  - exists (step p d k), (step p d j). repeat split; auto; apply On; auto.
Qed.

Definition double_ok (own : Z) (d : double) : Prop :=
  0 <= centre d /\ has (touched d) (centre d) = true /\
  forall e, In e (ends d) -> pair_ok own (centre d) e /\ has (touched d) e = true.

Definition doubles_ok (own : Z) (l : list double) : Prop := forall d, In d l -> double_ok own d.

Definition threats_ok (own : Z) (t : threats) : Prop :=
  (forall e, has (ways t) e = true -> way_ok own e) /\ doubles_ok own (doubles t).

Lemma pair_nonneg : forall own c e, pair_ok own c e -> 0 <= c /\ 0 <= e.
Proof.
  intros own c e (p & q & P & Q & -> & -> & _). split; apply on_index; auto.
Qed.

Lemma put_ok : forall own c e l, pair_ok own c e -> doubles_ok own l -> doubles_ok own (put c e l).
Proof.
  intros own c e l P. destruct (pair_nonneg _ _ _ P) as [C E].
  induction l as [|d l IH]; intros L d' H.
  - simpl in H. destruct H as [<- | []]. split; [auto|]. cbn [centre ends touched].
    rewrite !has_with, !has_bit by auto. split.
    + rewrite Z.eqb_refl. apply orb_true_r.
    + intros f [<- | []]. split; auto. rewrite has_with, has_bit, Z.eqb_refl by auto. reflexivity.
  - simpl in H. destruct (centre d =? c) eqn:X.
    + apply Z.eqb_eq in X. destruct H as [<- | H]; [|apply L; right; auto].
      destruct (L d (or_introl eq_refl)) as (N & T & A). cbn [centre ends touched].
      split; [auto|]. cbn [centre ends touched]. split.
      * rewrite has_with, T by auto. apply orb_true_r.
      * intros f [<- | F].
        { split; [rewrite X; auto|]. rewrite has_with, Z.eqb_refl by auto. reflexivity. }
        { destruct (A f F) as [A1 A2]. split; auto. rewrite has_with, A2 by auto.
          apply orb_true_r. }
    + destruct H as [<- | H]; [apply L; left; auto|]. apply IH; auto.
      intros d'' D. apply L. right. auto.
Qed.

Lemma noted_ok : forall own s d c t, In (s, d) (steps b) -> threats_ok own t ->
  threats_ok own (noted t (lacking b own s d c)).
Proof.
  intros own s d c t I T. destruct (lacking b own s d c) as [|e [|f [|]]] eqn:L; auto.
  - destruct T as [T1 T2]. split; auto. cbn [noted ways]. intros g H.
    pose proof (lacking_one own s d c e I L) as W.
    assert (0 <= e) by (destruct W as (p & P & -> & _); apply on_index; auto).
    rewrite has_with in H by auto. apply orb_true_iff in H. destruct H as [H | H]; auto.
    apply Z.eqb_eq in H. subst. auto.
  - cbn [noted]. destruct (e =? f) eqn:E; auto. apply Z.eqb_neq in E.
    destruct (lacking_two own s d c e f I L E) as [P Q]. destruct T as [T1 T2]. split; auto.
    cbn [doubles]. apply put_ok; auto. apply put_ok; auto.
Qed.

Lemma scanned_ok : forall fuel own s d starts t, In (s, d) (steps b) -> threats_ok own t ->
  threats_ok own (scanned b fuel own s d starts t).
Proof.
  induction fuel as [|fuel IH]; intros own s d starts t I T; simpl; auto.
  destruct (starts <=? 0); auto. apply IH; auto. apply noted_ok; auto.
Qed.

Lemma threats_of_ok : forall own usable, threats_ok own (threats_of b own usable).
Proof.
  intros own usable. unfold threats_of.
  assert (F : forall l t, (forall sd, In sd l -> In sd (steps b)) -> threats_ok own t ->
    threats_ok own (fold_left (fun found sd =>
        let starts := threes (fst sd) own in
        if starts =? 0 then found
        else scanned b MOST_ROWS own (fst sd) (snd sd)
          (Z.land starts (rows (fst sd) usable)) found) l t)).
  { induction l as [|[s d] l IH]; intros t Sub T; cbn [fold_left]; auto. apply IH.
    - intros sd H. apply Sub. right. auto.
    - cbn [fst snd]. cbv zeta. destruct (threes s own =? 0); auto. apply scanned_ok; auto.
      apply Sub. left. auto. }
  specialize (F (steps b) {| ways := 0; doubles := [] |} (fun sd H => H)).
  match goal with |- context [fold_left ?f ?l ?t] => set (found := fold_left f l t) in * end.
  destruct F as [F1 F2].
  { split; simpl.
    - intros e H. rewrite has_zero in H. discriminate.
    - intros d []. }
  split; auto. cbn [doubles]. intros d H. apply filter_In in H. apply F2. tauto.
Qed.

Lemma two_outside_spec : forall set l, two_outside set l = true ->
  exists e f, In e l /\ In f l /\ f <> e /\ has set e = false /\ has set f = false.
Proof.
  intros set l. induction l as [|e l IH]; simpl; [discriminate|].
  destruct (has set e) eqn:E.
  - intros H. destruct (IH H) as (x & y & X & Y & Z). exists x, y. auto.
  - intros H. apply existsb_exists in H. destruct H as (f & F & H).
    apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff in H1, H2.
    apply Z.eqb_neq in H2. exists e, f. auto 6.
Qed.

Lemma double_here : forall own other d, double_ok own d -> is_double other d = true ->
  ~ danger n (S own) (S other) -> lemma.double n exact (S own) (S other).
Proof.
  intros own other d (_ & _ & A) H N. split; [auto|]. unfold is_double in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff in H1.
  apply two_outside_spec in H2. destruct H2 as (e & f & E & F & X & Ne & Nf).
  destruct (A e E) as [(p & q & P & Q & Cp & Eq & Ce & Oc & Oe & Five) _].
  destruct (A f F) as [(p' & r & P' & R & Cp' & Er & Cf & Oc' & Of & Five') _].
  assert (p' = p) by (apply index_inj with n; auto; congruence). subst p'.
  exists p. split.
  - repeat split; try apply P; rewrite stones_on by auto; congruence.
  - exists q, r. split; [intros ->; congruence|].
    assert (Fr : forall x k, on_board n x -> k = index n x -> centre d <> k -> has own k = false ->
      has other k = false -> free n (add p (S own)) (S other) x).
    { intros x k On -> Nc No Nt. split; [auto|]. split.
      - apply add_false. split; [intros ->; congruence|]. rewrite stones_on; auto.
      - rewrite stones_on; auto. }
    repeat match goal with |- _ /\ _ => split end; eauto.
Qed.

End Board.
