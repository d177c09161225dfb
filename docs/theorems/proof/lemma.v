(** Threat lines: the lemma on which a certificate rests.

    A line puts all defences to a move on the board together. In a game the opponent has only some
    of those stones. Everything that a line needs stays true when stones of the opponent are taken
    away, so the line wins the game as well. *)
From Coq Require Import ZArith Bool Lia.
From Proof Require Import game.
Open Scope Z_scope.

Definition subset (small large : stones) : Prop := forall p, small p = true -> large p = true.

Lemma same_spec : forall p q, same p q = true <-> p = q.
Proof.
  intros [x y] [u v]. unfold same; simpl. rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; reflexivity | intros H; inversion H; auto].
Qed.

Lemma add_true : forall p set q, add p set q = true <-> q = p \/ set q = true.
Proof. intros. unfold add. rewrite orb_true_iff, same_spec. reflexivity. Qed.

Lemma add_false : forall p set q, add p set q = false <-> q <> p /\ set q = false.
Proof.
  intros. unfold add. rewrite orb_false_iff.
  destruct (same q p) eqn:E.
  - apply same_spec in E. intuition congruence.
  - assert (q <> p) by (intros ->; rewrite (proj2 (same_spec p p) eq_refl) in E; discriminate).
    intuition.
Qed.

Lemma false_of_subset : forall small large p,
  subset small large -> large p = false -> small p = false.
Proof.
  intros small large p H F. destruct (small p) eqn:E; auto. apply H in E. congruence.
Qed.

Lemma subset_add : forall small large p, subset small large -> subset (add p small) (add p large).
Proof. intros small large p H q. rewrite !add_true. intuition. Qed.

Lemma add_ext : forall p a b, (forall q, a q = b q) -> forall q, add p a q = add p b q.
Proof. intros p a b H q. unfold add. rewrite H. reflexivity. Qed.

Lemma five_ext : forall exact a b, (forall q, a q = b q) -> five exact a -> five exact b.
Proof.
  intros exact a b H (p & d & D & F & E). exists p, d. split; [exact D|].
  split; [intros i I; rewrite <- H; auto | intros X; rewrite <- !H; auto].
Qed.

Section Rule.

Variables (n : Z) (exact : bool).

Lemma wins_ext : forall k own other, wins n exact k own other ->
  forall own' other', (forall q, own q = own' q) -> (forall q, other q = other' q) ->
  wins n exact k own' other'.
Proof.
  intros k own other H. induction H as [k own other p K (O & E1 & E2) F
    | k own other p (O & E1 & E2) Full No _ IH]; intros own' other' A B.
  - apply wins_now with p; auto.
    + repeat split; try apply O; rewrite <- ?A, <- ?B; auto.
    + eapply five_ext; [|exact F]. apply add_ext; auto.
  - assert (Fr : forall q, free n (add p own') other' q -> free n (add p own) other q).
    { intros q (Q & G & W). split; [auto|]. rewrite B. split; auto.
      rewrite (add_ext p own own' A). auto. }
    apply wins_later with p.
    + repeat split; try apply O; rewrite <- ?A, <- ?B; auto.
    + destruct Full as (q & Q & G & W). exists q. split; [auto|]. rewrite <- B. split; auto.
      rewrite <- (add_ext p own own' A). auto.
    + intros q Q F. apply (No q (Fr q Q)). eapply five_ext; [|exact F].
      apply add_ext. auto.
    + intros q Q. apply (IH q (Fr q Q)); apply add_ext; auto.
Qed.

Lemma wins_more : forall k own other, wins n exact k own other ->
  forall k', k <= k' -> wins n exact k' own other.
Proof.
  intros k own other H. induction H as [k own other p K O F | k own other p O Full No _ IH];
    intros k' L.
  - apply wins_now with p; auto. lia.
  - apply wins_later with p; auto. intros q Q. apply IH; auto. lia.
Qed.

(** The opponent is dangerous if five points in a row without a stone of the mover have four or five
    stones of the opponent. So that no stone less is more dangerous, six count as well. *)
Definition danger (own other : stones) : Prop :=
  exists p d j, direction d /\
    forall i, 0 <= i < 5 ->
      on_board n (step p d i) /\ own (step p d i) = false /\
      (i <> j -> other (step p d i) = true).

Lemma danger_mono : forall own own' other other',
  subset own' own -> subset other other' -> danger own other -> danger own' other'.
Proof.
  intros own own' other other' A B (p & d & j & D & H). exists p, d, j. split; [auto|].
  intros i I. destruct (H i I) as (O & N & W). repeat split; try apply O; auto.
  eapply false_of_subset; eauto.
Qed.

Definition legal (own other : stones) : Prop :=
  forall p, other p = true -> on_board n p /\ own p = false.

Lemma step_inj : forall p d i j, direction d -> step p d i = step p d j -> i = j.
Proof.
  intros [x y] [u v] i j (X & Y & N) H. unfold step in H; simpl in *. inversion H.
  assert (u <> 0 \/ v <> 0) by (destruct (Z.eq_dec u 0), (Z.eq_dec v 0); subst; auto;
    exfalso; apply N; reflexivity).
  nia.
Qed.

(** If a reply makes five, the opponent had four or five of its points. [j] is the place of the
    reply. *)
Lemma five_row : forall own other q,
  legal own other -> on_board n q -> own q = false -> five exact (add q other) ->
  exists p d j, direction d /\
    (forall i, 0 <= i < 5 ->
      on_board n (step p d i) /\ own (step p d i) = false /\
      (i <> j -> other (step p d i) = true)) /\
    (exact = true -> other (step p d (-1)) = false /\ other (step p d 5) = false).
Proof.
  intros own other q L O E (p & d & D & F & X).
  assert (H : forall i, 0 <= i < 5 -> step p d i = q \/ other (step p d i) = true).
  { intros i I. apply add_true. auto. }
  assert (J : exists j, forall i, 0 <= i < 5 -> i <> j -> other (step p d i) = true).
  { assert (K : forall j, 0 <= j < 5 -> other (step p d j) = false ->
      forall i, 0 <= i < 5 -> i <> j -> other (step p d i) = true).
    { intros j J N i I Ne. destruct (H i I) as [Q |]; auto. destruct (H j J) as [Q' |];
        [|congruence]. exfalso. apply Ne. apply (step_inj p d); auto. congruence. }
    destruct (other (step p d 0)) eqn:E0; [|exists 0; apply K; auto; lia].
    destruct (other (step p d 1)) eqn:E1; [|exists 1; apply K; auto; lia].
    destruct (other (step p d 2)) eqn:E2; [|exists 2; apply K; auto; lia].
    destruct (other (step p d 3)) eqn:E3; [|exists 3; apply K; auto; lia].
    exists 4. intros i I Ne.
    assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3) as [-> | [-> | [-> | ->]]] by lia; auto. }
  destruct J as [j J]. exists p, d, j. split; [auto|]. split.
  - intros i I. split; [|split; auto].
    + destruct (H i I) as [Q | W]; [rewrite Q; exact O | apply (L _ W)].
    + destruct (H i I) as [Q | W]; [rewrite Q; exact E | apply (L _ W)].
  - intros Y. destruct (X Y) as [A B]. apply add_false in A. apply add_false in B. tauto.
Qed.

Lemma no_five : forall own other q,
  legal own other -> ~ danger own other -> on_board n q -> own q = false ->
  ~ five exact (add q other).
Proof.
  intros own other q L N O E F. apply N.
  destruct (five_row own other q L O E F) as (p & d & j & D & R & _). exists p, d, j. auto.
Qed.

(** A board is decided if the mover can make five now, or if the opponent is not dangerous and a
    move leads to two points that make five. *)
Definition five_next (own other : stones) : Prop :=
  exists p, free n own other p /\ five exact (add p own).

Definition double (own other : stones) : Prop :=
  ~ danger own other /\
  exists p, free n own other p /\ exists e f, e <> f /\
    free n (add p own) other e /\ five exact (add e (add p own)) /\
    free n (add p own) other f /\ five exact (add f (add p own)).

(** [k] is 1 or 3. *)
Definition decided (k : Z) (own other : stones) : Prop :=
  (1 <= k /\ five_next own other) \/ (3 <= k /\ double own other).

Lemma free_mono : forall own other other' p,
  subset other' other -> free n own other p -> free n own other' p.
Proof.
  intros own other other' p S (O & E & F). repeat split; try apply O; auto.
  eapply false_of_subset; eauto.
Qed.

Lemma decided_mono : forall k own other other',
  subset other' other -> decided k own other -> decided k own other'.
Proof.
  intros k own other other' S [[K (p & F & V)] | [K (N & p & F & e & f & X & Fe & Ve & Ff & Vf)]].
  - left. split; [auto|]. exists p. split; auto. eapply free_mono; eauto.
  - right. split; [auto|]. split.
    + intros D. apply N. eapply danger_mono; [| |exact D]; auto. intros q; auto.
    + exists p. split; [eapply free_mono; eauto|]. exists e, f.
      repeat match goal with |- _ /\ _ => split end; auto; eapply free_mono; eauto.
Qed.

Lemma decided_wins : forall k own other,
  legal own other -> decided k own other -> wins n exact k own other.
Proof.
  intros k own other L [[K (p & F & V)] | [K (N & p & F & e & f & X & Fe & Ve & Ff & Vf)]].
  - apply wins_now with p; auto.
  - apply wins_later with p; auto.
    + exists e; auto.
    + intros q (O & Q & Q'). apply add_false in Q. eapply no_five; eauto. tauto.
    + intros q (O & Q & Q').
      destruct (same e q) eqn:E.
      * apply same_spec in E. subst q. apply wins_now with f; auto; [lia|].
        destruct Ff as (Of & Pf & Rf). split; [auto|]. split; auto. apply add_false. auto.
      * apply wins_now with e; auto; [lia|].
        destruct Fe as (Oe & Pe & Re). split; [auto|]. split; auto. apply add_false.
        split; auto. intros ->. rewrite (proj2 (same_spec q q) eq_refl) in E. discriminate.
Qed.

Lemma decided_free : forall k own other, decided k own other -> exists q, free n own other q.
Proof.
  intros k own other [[_ (p & F & _)] | [_ (_ & p & F & _)]]; exists p; auto.
Qed.

(** A line that wins in at most [k] plies, with the stones [other] on the line's board. *)
Inductive line : Z -> stones -> stones -> Prop :=
| line_five : forall k own other p,
    1 <= k -> free n own other p -> five exact (add p own) -> line k own other
| line_last : forall k own other p,
    free n own other p ->
    ~ danger (add p own) other ->
    decided (k - 2) (add p own) other ->
    (forall q, free n (add p own) other q -> decided (k - 2) (add p own) (add q other)) ->
    line k own other
| line_more : forall k own other p defences other',
    free n own other p ->
    ~ danger (add p own) other ->
    decided (k - 2) (add p own) other ->
    (forall q, free n (add p own) other q ->
      defences q = true \/ decided (k - 2) (add p own) (add q other)) ->
    (forall q, other' q = other q || defences q) ->
    line (k - 2) (add p own) other' ->
    line k own other.

(** The lemma. *)
Theorem line_wins : forall k own other, line k own other ->
  forall real, subset real other -> legal own real -> wins n exact k own real.
Proof.
  intros k own other H.
  assert (Later : forall k own other p real,
    free n own other p -> ~ danger (add p own) other -> decided (k - 2) (add p own) other ->
    subset real other -> legal own real ->
    (forall q, free n (add p own) other q -> wins n exact (k - 2) (add p own) (add q real)) ->
    wins n exact k own real).
  { clear. intros k own other p real F N D S L W.
    assert (L' : legal (add p own) real).
    { intros q Q. destruct (L q Q). split; [auto|]. apply add_false. split; auto. intros ->.
      destruct F as (_ & _ & F). apply S in Q. congruence. }
    assert (N' : ~ danger (add p own) real).
    { intros X. apply N. eapply danger_mono; [| |exact X]; auto. intros q; auto. }
    apply wins_later with p.
    - eapply free_mono; eauto.
    - destruct (decided_free _ _ _ D) as [q Q]. exists q. eapply free_mono; eauto.
    - intros q (O & Q & _). eapply no_five; eauto.
    - intros q (O & Q & Q'). destruct (other q) eqn:E.
      + apply decided_wins.
        * intros r R. apply add_true in R. destruct R as [-> | R]; auto.
        * eapply decided_mono; [|exact D]. intros r R. apply add_true in R.
          destruct R as [-> | R]; auto.
      + apply W. repeat split; try apply O; auto. }
  induction H as [k own other p K F V | k own other p F N D A
    | k own other p defences other' F N D A E _ IH]; intros real S L.
  - apply wins_now with p; auto. eapply free_mono; eauto.
  - eapply Later; eauto. intros q Q. apply decided_wins.
    + intros r R. apply add_true in R. destruct Q as (O & Q & Q').
      destruct R as [-> | R]; auto. destruct (L r R). split; auto. apply add_false.
      split; auto. intros ->. destruct F as (_ & _ & F). apply S in R. congruence.
    + eapply decided_mono; [|apply A; exact Q]. apply subset_add. auto.
  - eapply Later; eauto. intros q Q.
    assert (L' : legal (add p own) (add q real)).
    { intros r R. apply add_true in R. destruct Q as (O & Q & Q').
      destruct R as [-> | R]; auto. destruct (L r R). split; auto. apply add_false.
      split; auto. intros ->. destruct F as (_ & _ & F). apply S in R. congruence. }
    destruct (A q Q) as [T | T].
    + apply IH; auto. intros r R. apply add_true in R. rewrite E, orb_true_iff.
      destruct R as [-> | R]; auto.
    + apply decided_wins; auto. eapply decided_mono; [|exact T]. apply subset_add. auto.
Qed.

Lemma line_more_plies : forall k own other, line k own other ->
  forall k', k <= k' -> line k' own other.
Proof.
  assert (M : forall j k own other, j <= k -> decided j own other -> decided k own other).
  { intros j k own other L [[K X] | [K X]]; [left | right]; split; auto; lia. }
  intros k own other H. induction H as [k own other p K F V | k own other p F N D A
    | k own other p defences other' F N D A E H IH]; intros k' L.
  - apply line_five with p; auto. lia.
  - apply line_last with p; auto.
    + apply M with (k - 2); auto; lia.
    + intros q Q. apply M with (k - 2); auto; lia.
  - apply line_more with p defences other'; auto.
    + apply M with (k - 2); auto; lia.
    + intros q Q. destruct (A q Q); auto. right. apply M with (k - 2); auto; lia.
    + apply IH. lia.
Qed.

(** Boards that are equal point by point. *)

Lemma free_ext : forall own other own' other' p,
  (forall q, own q = own' q) -> (forall q, other q = other' q) ->
  free n own other p -> free n own' other' p.
Proof.
  intros own other own' other' p A B (O & E & F). split; [auto|]. rewrite <- A, <- B. auto.
Qed.

Lemma danger_ext : forall own other own' other',
  (forall q, own q = own' q) -> (forall q, other q = other' q) ->
  danger own other -> danger own' other'.
Proof.
  intros own other own' other' A B. apply danger_mono; intros q; [rewrite A | rewrite B]; auto.
Qed.

Lemma decided_ext : forall k own other own' other',
  (forall q, own q = own' q) -> (forall q, other q = other' q) ->
  decided k own other -> decided k own' other'.
Proof.
  intros k own other own' other' A B [[K (p & F & V)] | [K (N & p & F & e & f & X & H)]].
  - left. split; auto. exists p. split; [eapply free_ext; eauto|].
    eapply five_ext; [|exact V]. apply add_ext. auto.
  - right. split; auto. split.
    + intros D. apply N. eapply danger_ext; [| |exact D]; auto.
    + exists p. split; [eapply free_ext; eauto|]. exists e, f.
      destruct H as (H1 & H2 & H3 & H4). repeat split; auto; try apply H1; try apply H3.
      * rewrite <- (add_ext p _ _ A). apply H1.
      * rewrite <- B. apply H1.
      * eapply five_ext; [|exact H2]. intros q. apply add_ext. apply add_ext. auto.
      * rewrite <- (add_ext p _ _ A). apply H3.
      * rewrite <- B. apply H3.
      * eapply five_ext; [|exact H4]. intros q. apply add_ext. apply add_ext. auto.
Qed.

Lemma line_ext : forall k own other, line k own other ->
  forall own' other', (forall q, own q = own' q) -> (forall q, other q = other' q) ->
  line k own' other'.
Proof.
  intros k own other H. induction H as [k own other p K F V | k own other p F N D A
    | k own other p defences next F N D A E _ IH]; intros own' other' X Y.
  - apply line_five with p; auto; [eapply free_ext; eauto|].
    eapply five_ext; [|exact V]. apply add_ext. auto.
  - pose proof (add_ext p _ _ X) as X'. apply line_last with p.
    + eapply free_ext; eauto.
    + intros Z. apply N. eapply danger_ext; [| |exact Z]; auto.
    + eapply decided_ext; [| |exact D]; auto.
    + intros q Q. eapply decided_ext; [| |apply (A q)]; auto; [apply add_ext; auto|].
      eapply free_ext; [| |exact Q]; auto.
  - pose proof (add_ext p _ _ X) as X'. apply line_more with p defences next.
    + eapply free_ext; eauto.
    + intros Z. apply N. eapply danger_ext; [| |exact Z]; auto.
    + eapply decided_ext; [| |exact D]; auto.
    + intros q Q. destruct (A q) as [T | T]; auto.
      * eapply free_ext; [| |exact Q]; auto.
      * right. eapply decided_ext; [| |exact T]; auto. apply add_ext. auto.
    + intros q. rewrite E, Y. reflexivity.
    + apply IH; auto.
Qed.

End Rule.
