(** A threat line that the checker accepts is a line of the lemma. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game lemma sets checker cells threats danger.
Import ListNotations.
Open Scope Z_scope.

(** The checker's lines. *)

Section Lines.

Variables (n : Z) (exact : bool) (b : board).
Hypothesis M : made n exact b.

Notation S := (stones_of n).

Lemma stones_lor : forall a c q, S (Z.lor a c) q = S a q || S c q.
Proof. intros. unfold stones_of. rewrite has_lor. apply andb_orb_distrib_r. Qed.

Lemma way_decides : forall own other e k, 1 <= k -> way_ok n exact own e -> has other e = false ->
  decided n exact k (S own) (S other).
Proof.
  intros own other e k K (p & P & -> & O & F) N. left. split; auto. exists p. split; auto.
  split; [auto|]. rewrite !stones_on; auto.
Qed.

Fixpoint plan_ok (own : Z) (line : list ply) : Prop :=
  match line with
  | [] => True
  | p :: more =>
    (exists q, on_board n q /\ move p = index n q) /\ has own (move p) = false /\
    after p = with_cell own (move p) /\ threats_ok n exact (after p) (threats_after p) /\
    plan_ok (after p) more
  end.

Lemma prepared_ok : forall line own usable,
  (forall c, has usable c = true -> has (inside b) c = true) ->
  plan_ok own (prepared b own usable line).
Proof.
  induction line as [|c line IH]; intros own usable U; simpl; auto.
  destruct (has usable c) eqn:C; simpl; auto. destruct (has own c) eqn:O; simpl; auto.
  split; [apply (made_inside _ _ _ M); auto|]. split; auto. split; auto.
  split; [apply (threats_of_ok n exact b M)|]. apply IH. auto.
Qed.

Lemma defences_grow : forall fuel live other left found e,
  has found e = true -> has (defences fuel live other left found) e = true.
Proof.
  induction fuel as [|fuel IH]; intros live other left found e H; cbn [defences].
  - rewrite has_lor, H. apply orb_true_r.
  - destruct (left <=? 0); [rewrite has_lor, H; apply orb_true_r|]. cbv zeta.
    destruct (existsb _ live); apply IH; auto.
    rewrite has_with by apply top_nonneg. rewrite H. apply orb_true_r.
Qed.

Lemma defences_spec : forall fuel live other left found e, has left e = true ->
  has (defences fuel live other left found) e = true \/
  existsb (is_double (with_cell other e)) live = true.
Proof.
  induction fuel as [|fuel IH]; intros live other left found e H; cbn [defences].
  - left. rewrite has_lor, H. reflexivity.
  - destruct (left <=? 0); [left; rewrite has_lor, H; reflexivity|]. cbv zeta.
    destruct (Z.eq_dec e (top left)) as [-> | X].
    + destruct (existsb (is_double (with_cell other (top left))) live) eqn:E; auto.
      left. apply defences_grow. rewrite has_with by apply top_nonneg.
      rewrite Z.eqb_refl. reflexivity.
    + assert (H' : has (without left (top left)) e = true).
      { rewrite has_without by apply top_nonneg. rewrite H. apply Z.eqb_neq in X. rewrite X.
        reflexivity. }
      destruct (existsb (is_double (with_cell other (top left))) live); apply IH; auto.
Qed.

Lemma common_spec : forall live r, live <> [] -> has (common live) r = false ->
  exists d, In d live /\ has (touched d) r = false.
Proof.
  intros [|d live] r N H; [congruence|]. unfold common in H.
  assert (G : forall l a, has (fold_left (fun set e => Z.land set (touched e)) l a) r = false ->
    has a r = false \/ exists d, In d l /\ has (touched d) r = false).
  { induction l as [|x l IH]; simpl; intros a A; auto. destruct (IH _ A) as [B | (d' & I & B)].
    - rewrite has_land in B. apply andb_false_iff in B. destruct B; eauto.
    - right. exists d'. auto. }
  destruct (G _ _ H) as [B | (d' & I & B)].
  - exists d. split; [left|]; auto.
  - exists d'. split; [right|]; auto.
Qed.

Lemma two_outside_same : forall x y l, (forall e, In e l -> has x e = has y e) ->
  two_outside x l = two_outside y l.
Proof.
  intros x y. induction l as [|e l IH]; simpl; intros H; auto.
  rewrite (H e) by auto. destruct (has y e); [apply IH; auto|].
  assert (forall m, (forall f, In f m -> has x f = has y f) ->
    existsb (fun f => negb (has x f) && negb (f =? e)) m =
    existsb (fun f => negb (has y f) && negb (f =? e)) m) as G.
  { induction m as [|f m IHm]; simpl; intros Hm; auto. rewrite (Hm f) by auto.
    rewrite IHm; auto. }
  apply G. auto.
Qed.

Lemma double_stays : forall own other d r, 0 <= r -> double_ok n exact own d ->
  is_double other d = true -> has (touched d) r = false ->
  is_double (with_cell other r) d = true.
Proof.
  intros own other d r R (C & T & E) H F. unfold is_double in *.
  apply andb_true_iff in H. destruct H as [H1 H2].
  assert (X : forall e, has (touched d) e = true -> has (with_cell other r) e = has other e).
  { intros e He. rewrite has_with by auto. destruct (e =? r) eqn:Q; auto.
    apply Z.eqb_eq in Q. congruence. }
  rewrite X by auto. rewrite H1. simpl. rewrite <- H2. apply two_outside_same.
  intros e He. apply X. apply E. auto.
Qed.

Lemma played_ok : forall line makes own other k, plan_ok own line ->
  (forall e, has makes e = true -> way_ok n exact own e) ->
  played b makes line other = Some k -> lemma.line n exact k (S own) (S other).
Proof.
  induction line as [|p line IH]; intros makes own other k P W H; cbn [played] in H;
    [discriminate|].
  destruct P as ((q0 & Q0 & Mv) & No & Af & [Tw Td] & Pl).
  destruct (has other (move p)) eqn:Nt; [discriminate|].
  assert (Fr : free n (S own) (S other) q0).
  { split; [auto|]. rewrite !stones_on by auto. rewrite <- Mv. auto. }
  destruct (has makes (move p)) eqn:Mk.
  { inversion H; subst k. destruct (W _ Mk) as (q & Q & E & _ & F).
    apply line_five with q; auto; [lia|].
    assert (q = q0) by (apply index_inj with n; auto; congruence). subst. auto. }
  set (own' := after p) in *. set (t := threats_after p) in *.
  assert (Ow : forall q, S own' q = add q0 (S own) q).
  { intros q. rewrite Af, Mv. apply stones_with. auto. }
  assert (Ow' : forall q, add q0 (S own) q = S own' q) by (intros; symmetry; apply Ow).
  assert (Un : forall q, free n (add q0 (S own)) (S other) q ->
    on_board n q /\ has own' (index n q) = false /\ has other (index n q) = false /\
    forall r, S (with_cell other (index n q)) r = add q (S other) r).
  { intros q (Q & A & B). rewrite <- Ow in A. rewrite stones_on in A, B by auto.
    repeat split; auto; try apply Q. apply stones_with. auto. }
  assert (Safe : ~ danger n (S own') (S other) -> ~ danger n (add q0 (S own)) (S other)).
  { intros A D. apply A. eapply danger_ext; [| |exact D]; auto. }
  assert (Dec : forall j oth oth', decided n exact j (S own') (S oth) ->
    (forall q, S oth q = oth' q) -> decided n exact j (add q0 (S own)) oth').
  { intros j oth oth' D E. eapply decided_ext; [| |exact D]; auto. }
  set (open := Z.ldiff (ways t) other) in *.
  destruct (0 <? open) eqn:Op.
  - apply Z.ltb_lt in Op. pose proof (has_top _ Op) as Top. unfold open in Top.
    rewrite has_ldiff in Top. apply andb_true_iff in Top. destruct Top as [T1 T2].
    apply negb_true_iff in T2. fold open in T1, T2. set (way := top open) in *.
    pose proof (Tw way T1) as Way.
    assert (Else : forall q j, 1 <= j -> free n (add q0 (S own)) (S other) q ->
      index n q <> way -> decided n exact j (add q0 (S own)) (add q (S other))).
    { intros q j J F X. destruct (Un q F) as (Q & _ & _ & E).
      apply Dec with (with_cell other (index n q)); auto.
      apply way_decides with way; auto. rewrite has_with by (apply on_index; auto).
      apply orb_false_iff. split; auto. apply Z.eqb_neq. auto. }
    assert (Pass : forall j, 1 <= j -> decided n exact j (add q0 (S own)) (S other)).
    { intros j J. apply Dec with other; auto. apply way_decides with way; auto. }
    destruct (0 <? without open way) eqn:Op2.
    + destruct (dangerous b own' other) eqn:Da; [discriminate|]. inversion H; subst k.
      apply (dangerous_spec n exact b M) in Da.
      apply Z.ltb_lt in Op2. pose proof (has_top _ Op2) as Top2.
      rewrite has_without in Top2 by apply top_nonneg. apply andb_true_iff in Top2.
      destruct Top2 as [U1 U2]. apply negb_true_iff, Z.eqb_neq in U2. unfold open in U1.
      rewrite has_ldiff in U1. apply andb_true_iff in U1. destruct U1 as [U0 U1].
      apply negb_true_iff in U1. fold open in U0, U1, U2.
      set (way2 := top (without open way)) in *.
      apply line_last with q0; auto.
      * apply Pass. lia.
      * intros q F. destruct (Z.eq_dec (index n q) way) as [E | E]; [|apply Else; auto; lia].
        destruct (Un q F) as (Q & _ & _ & Ex).
        apply Dec with (with_cell other (index n q)); auto.
        apply way_decides with way2; auto; [lia|]. rewrite has_with by (apply on_index; auto).
        apply orb_false_iff. split; auto. apply Z.eqb_neq. congruence.
    + set (stopped := with_cell other way) in *.
      assert (N0 : 0 <= way) by apply top_nonneg.
      assert (Sub : subset (S other) (S stopped)).
      { intros q Q. unfold stopped, with_cell. rewrite stones_lor, Q. reflexivity. }
      destruct (existsb (is_double stopped) (doubles t) && negb (dangerous b own' stopped)) eqn:Db.
      * inversion H; subst k. apply andb_true_iff in Db. destruct Db as [D1 D2].
        apply negb_true_iff in D2. apply (dangerous_spec n exact b M) in D2.
        apply existsb_exists in D1. destruct D1 as (d & I & D1).
        apply line_last with q0; auto.
        { apply Safe. intros D. apply D2. eapply danger_mono; [| |exact D]; auto.
          intros q; auto. }
        { apply Pass. lia. }
        intros q F. destruct (Z.eq_dec (index n q) way) as [E | E]; [|apply Else; auto; lia].
        destruct (Un q F) as (Q & _ & _ & Ex).
        apply Dec with (with_cell other (index n q)); auto. rewrite E. right. split; [lia|].
        apply double_here with d; auto.
      * destruct (dangerous b own' other) eqn:Da; [discriminate|].
        apply (dangerous_spec n exact b M) in Da.
        destruct (played b (ways t) line stopped) as [j|] eqn:Pd; [|discriminate].
        cbn [at_least] in H. inversion H; subst k. clear H.
        apply line_more with q0 (S (bit way)) (S stopped); auto.
        { apply Pass. lia. }
        { intros q F. destruct (Z.eq_dec (index n q) way) as [E | E]; [left | right].
          - destruct F as (Q & _). rewrite stones_on by auto. rewrite has_bit by auto.
            apply Z.eqb_eq. auto.
          - apply Else; auto. lia. }
        { intros q. apply stones_lor. }
        { apply line_more_plies with j; [|lia].
          eapply line_ext; [eapply IH; eauto| |]; auto. }
  - destruct (filter (is_double other) (doubles t)) as [|d0 more] eqn:El; [discriminate|].
    set (live := d0 :: more) in *.
    assert (Li : forall d, In d live -> double_ok n exact own' d /\ is_double other d = true).
    { intros d D. rewrite <- El in D. apply filter_In in D. destruct D.
      split; auto. }
    assert (Ne : live <> []) by discriminate.
    destruct (near b own' other) as [close|] eqn:Nr; [|discriminate].
    destruct (near_spec n exact b M _ _ _ Nr) as [Da Far].
    set (tried := Z.ldiff (Z.ldiff (common live) other) close) in *.
    set (found := defences MOST_ROWS live other tried (Z.ldiff close other)) in *.
    assert (Pass : forall j, 3 <= j -> decided n exact j (add q0 (S own)) (S other)).
    { intros j J. apply Dec with other; auto. right. split; auto.
      destruct (Li d0 (or_introl eq_refl)). apply double_here with d0; auto. }
    assert (Rep : forall j q, 3 <= j -> free n (add q0 (S own)) (S other) q ->
      has found (index n q) = true \/ decided n exact j (add q0 (S own)) (add q (S other))).
    { intros j q J F. destruct (Un q F) as (Q & A & B & Ex).
      set (r := index n q) in *. assert (0 <= r) by (apply on_index; auto).
      destruct (has close r) eqn:Cl.
      { left. apply defences_grow. rewrite has_ldiff, Cl, B. reflexivity. }
      assert (By : existsb (is_double (with_cell other r)) live = true ->
        decided n exact j (add q0 (S own)) (add q (S other))).
      { intros Y. apply Dec with (with_cell other r); auto. right. split; auto.
        apply existsb_exists in Y. destruct Y as (d & I & Y). apply double_here with d; auto.
        - apply Li. auto.
        - apply Far; auto. }
      destruct (has (common live) r) eqn:Co.
      - assert (Tr : has tried r = true).
        { unfold tried. rewrite !has_ldiff, Co, B, Cl. reflexivity. }
        destruct (defences_spec MOST_ROWS live other tried (Z.ldiff close other) r Tr); auto.
      - right. apply By. destruct (common_spec live r Ne Co) as (d & I & T).
        apply existsb_exists. exists d. split; auto. destruct (Li d I).
        apply double_stays with own'; auto. }
    destruct (found =? 0) eqn:Fo.
    + apply Z.eqb_eq in Fo. inversion H; subst k. apply line_last with q0; auto.
      * apply Pass. lia.
      * intros q F. destruct (Rep (5 - 2) q) as [R | R]; auto; [lia|]. rewrite Fo, has_zero in R.
        discriminate.
    + destruct (played b (ways t) line (Z.lor other found)) as [j|] eqn:Pd; [|discriminate].
      cbn [at_least] in H. inversion H; subst k. clear H.
      apply line_more with q0 (S found) (S (Z.lor other found)); auto.
      * apply Pass. lia.
      * intros q F. destruct (Rep (Z.max 5 (j + 2) - 2) q) as [R | R]; auto; [lia|]. left.
        destruct F as (Q & _). rewrite stones_on; auto.
      * intros q. apply stones_lor.
      * apply line_more_plies with j; [|lia]. eapply line_ext; [eapply IH; eauto| |]; auto.
Qed.

Lemma sure_ok : forall line makes own other q, plan_ok own line ->
  has (sure_replies b makes other line) (index n q) = true -> on_board n q ->
  has own (index n q) = false ->
  lemma.line n exact 3 (S own) (S (with_cell other (index n q))).
Proof.
  intros [|p line] makes own other q P H On Nq; cbn [sure_replies] in H.
  { rewrite has_zero in H. discriminate. }
  destruct P as ((q0 & Q0 & Mv) & No & Af & [Tw _] & _). cbv zeta in H.
  set (open := Z.ldiff (ways (threats_after p)) other) in *.
  destruct (has other (move p) || has makes (move p) || (open <=? 0) ||
    (without open (top open) <=? 0)) eqn:E; [rewrite has_zero in H; discriminate|].
  apply orb_false_iff in E. destruct E as [E E4]. apply orb_false_iff in E. destruct E as [E E3].
  apply orb_false_iff in E. destruct E as [E1 _]. apply Z.leb_gt in E3, E4.
  set (way := top open) in *. set (way' := top (without open way)) in *.
  destruct (near b (after p) other) as [close|] eqn:Nr;
    [|rewrite has_zero in H; discriminate].
  assert (Top : forall w, has open w = true ->
    way_ok n exact (after p) w /\ has other w = false).
  { intros w X. unfold open in X. rewrite has_ldiff in X. apply andb_true_iff in X.
    destruct X as [X Y]. apply negb_true_iff in Y. auto. }
  pose proof (has_top _ E3) as T1. fold way in T1. pose proof (has_top _ E4) as T2. fold way' in T2.
  rewrite has_without in T2 by apply top_nonneg. apply andb_true_iff in T2.
  destruct T2 as [T2 Ne]. apply negb_true_iff, Z.eqb_neq in Ne.
  destruct (Top _ T1) as [W1 O1]. destruct (Top _ T2) as [W2 O2].
  rewrite !has_without in H by (try apply top_nonneg; rewrite Mv; apply on_index; auto).
  rewrite has_ldiff in H. repeat (apply andb_true_iff in H; destruct H as [H ?]).
  repeat match goal with X : negb _ = true |- _ => apply negb_true_iff in X end.
  repeat match goal with X : (_ =? _) = false |- _ => apply Z.eqb_neq in X end.
  set (r := index n q) in *. assert (R0 : 0 <= r) by (apply on_index; auto).
  assert (Ow : forall x, S (after p) x = add q0 (S own) x).
  { intros x. rewrite Af, Mv. apply stones_with. auto. }
  assert (Ow' : forall x, add q0 (S own) x = S (after p) x) by (intros; symmetry; apply Ow).
  assert (Way : forall w oth, way_ok n exact (after p) w -> has oth w = false ->
    forall oth', (forall x, S oth x = oth' x) ->
    decided n exact (3 - 2) (add q0 (S own)) oth').
  { intros w oth X Y oth' Ex. eapply decided_ext; [| |apply (way_decides (after p) oth w (3 - 2))];
      auto. lia. }
  apply line_last with q0.
  - split; [auto|]. rewrite !stones_on by auto. rewrite <- Mv, has_with by auto.
    split; auto. apply orb_false_iff. split; auto. apply Z.eqb_neq. auto.
  - destruct (near_spec n exact b M _ _ _ Nr) as [_ Far]. intros D. apply (Far q On).
    + fold r. rewrite Af, has_with by (rewrite Mv; apply on_index; auto).
      apply orb_false_iff. split; auto. apply Z.eqb_neq. auto.
    + auto.
    + eapply danger_ext; [| |exact D]; auto.
  - apply (Way way (with_cell other r)); auto. rewrite has_with by auto. apply orb_false_iff.
    split; auto. apply Z.eqb_neq. auto.
  - intros x (X & A & B). rewrite stones_on in B by auto. rewrite has_with in B by auto.
    apply orb_false_iff in B. destruct B as [B1 B2].
    assert (Ex : forall y, S (with_cell (with_cell other r) (index n x)) y =
      add x (S (with_cell other r)) y) by (apply stones_with; auto).
    assert (X0 : 0 <= index n x) by (apply on_index; auto).
    destruct (Z.eq_dec (index n x) way) as [Y | Y].
    + apply (Way way' (with_cell (with_cell other r) (index n x))); auto.
      rewrite !has_with by auto. apply orb_false_iff. split; [apply Z.eqb_neq; congruence|].
      apply orb_false_iff. split; auto. apply Z.eqb_neq. auto.
    + apply (Way way (with_cell (with_cell other r) (index n x))); auto.
      rewrite !has_with by auto. apply orb_false_iff. split; [apply Z.eqb_neq; congruence|].
      apply orb_false_iff. split; auto. apply Z.eqb_neq. auto.
Qed.

(** The plan of a cover's line on a board. *)
Definition planned_ok (makes own other : Z) (p : plan) : Prop :=
  plan_ok own (line_of p) /\ sure p = sure_replies b makes other (line_of p).

Lemma first_ok : forall lines makes own other q count k count',
  (forall p, In p lines -> planned_ok makes own other p) ->
  (forall e, has makes e = true -> way_ok n exact own e) ->
  on_board n q -> has own (index n q) = false ->
  first b makes lines other (index n q) count = (Some k, count') ->
  lemma.line n exact k (S own) (S (with_cell other (index n q))).
Proof.
  induction lines as [|line lines IH]; intros makes own other q count k count' P W On Nq H;
    cbn [first] in H; [discriminate|].
  destruct (P line (or_introl eq_refl)) as [P1 P2].
  destruct (has (sure line) (index n q)) eqn:Q.
  - inversion H; subst. rewrite P2 in Q. eapply sure_ok; eauto.
  - destruct (played b makes (line_of line) (with_cell other (index n q))) as [j|] eqn:E.
    + inversion H; subst. eapply played_ok; eauto.
    + eapply IH; eauto. intros l L. apply P. right. auto.
Qed.

End Lines.
