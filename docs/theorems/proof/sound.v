(** The checker is sound: if it accepts, the side to move wins. *)
From Coq Require Import ZArith Bool List Lia FMapFacts.
From Proof Require Import game lemma sets checker cells threats danger lines turns.
Import ListNotations.
Open Scope Z_scope.

Module KnownFacts := WFacts_fun Key Known.

Section Nodes.

Variables (n : Z) (exact : bool) (b : board).
Hypothesis M : made n exact b.

Notation S := (stones_of n).

Lemma seen_spec : forall symmetry set p, on_board n p ->
  has (seen b symmetry set) (index n (turned n symmetry p)) = has set (index n p).
Proof.
  intros symmetry set p P. unfold seen. destruct (symmetry =? 0) eqn:Z0.
  - apply Z.eqb_eq in Z0. subst. unfold turned. rewrite !Z.testbit_0_l. destruct p. reflexivity.
  - set (table := match find (fun row => fst row =? symmetry) (turns b) with
      | Some row => snd row | None => images (size b) symmetry end).
    assert (T : table = images n symmetry).
    { unfold table. destruct (find (fun row => fst row =? symmetry) (turns b)) as [[k t]|] eqn:F.
      - apply find_some in F. destruct F as [I E]. apply Z.eqb_eq in E. cbn [fst snd] in *.
        subst k. apply (made_turns _ _ _ M). auto.
      - rewrite (made_size _ _ _ M). reflexivity. }
    assert (G : forall l a e, (forall x y, In (x, y) l -> 0 <= y) ->
      (has (fold_left (fun image pair =>
        if has set (fst pair) then with_cell image (snd pair) else image) l a) e = true <->
      has a e = true \/ exists x, In (x, e) l /\ has set x = true)).
    { induction l as [|[x y] l IH]; intros a e N; cbn [fold_left].
      - split; [auto | intros [H | (x & [] & _)]; auto].
      - rewrite IH by (intros u v I; apply (N u v); right; auto). cbn [fst snd].
        assert (0 <= y) by (apply (N x y); left; auto).
        destruct (has set x) eqn:X.
        + rewrite has_with by auto. rewrite orb_true_iff, Z.eqb_eq. split.
          * intros [[-> | H1] | (u & U & H1)]; auto.
            { right. exists x. split; auto. left. auto. }
            { right. exists u. split; auto. right. auto. }
          * intros [H1 | (u & [U | U] & H1)]; auto.
            { inversion U. auto. }
            { right. exists u. auto. }
        + split.
          * intros [H1 | (u & U & H1)]; auto. right. exists u. split; auto. right. auto.
          * intros [H1 | (u & [U | U] & H1)]; auto.
            { inversion U. congruence. }
            { right. exists u. auto. } }
    rewrite T. apply eq_iff_eq_true. rewrite G.
    + rewrite has_zero. split.
      * intros [H | (x & I & H)]; [discriminate|]. apply in_map_iff in I.
        destruct I as (q & E & Q). apply points_spec in Q. inversion E; subst.
        assert (X : turned n symmetry q = turned n symmetry p)
          by (apply index_inj with n; auto using turn_on).
        rewrite <- (back_turn n symmetry q), X, back_turn in H. auto.
      * intros H. right. exists (index n p). split; auto. apply in_map_iff. exists p.
        split; auto. apply points_spec. auto.
    + intros x y I. apply in_map_iff in I. destruct I as (q & E & Q). inversion E; subst.
      apply on_index. apply turn_on. apply points_spec. auto.
Qed.

Lemma stones_seen : forall symmetry set p,
  S (seen b symmetry set) p = S set (back n symmetry p).
Proof.
  intros symmetry set p. unfold stones_of. destruct (is_on n p) eqn:P.
  - apply is_on_spec in P. pose proof (back_on n symmetry p P) as Q.
    rewrite (proj2 (is_on_spec _ _) Q). rewrite <- (turn_back n symmetry p) at 1.
    rewrite seen_spec by auto. reflexivity.
  - destruct (is_on n (back n symmetry p)) eqn:Q; auto. apply is_on_spec in Q.
    apply (turn_on n symmetry) in Q. rewrite turn_back in Q. apply is_on_spec in Q. congruence.
Qed.

Lemma wins_seen : forall symmetry k own other,
  wins n exact k (S (seen b symmetry own)) (S (seen b symmetry other)) ->
  wins n exact k (S own) (S other).
Proof.
  intros symmetry k own other W. apply (wins_pull n symmetry) in W.
  eapply wins_ext; [exact W| |]; intros q; unfold pull; rewrite stones_seen, back_turn; auto.
Qed.

Lemma legal_seen : forall symmetry own other, legal n (S own) (S other) ->
  legal n (S (seen b symmetry own)) (S (seen b symmetry other)).
Proof.
  intros symmetry own other L p P. split; [apply stones_true in P; tauto|].
  rewrite stones_seen in *. apply L. auto.
Qed.

Lemma legal_move : forall own other p, legal n (S own) (S other) -> on_board n p ->
  S other p = false -> legal n (S (with_cell own (index n p))) (S other).
Proof.
  intros own other p L P O q Q. destruct (L q Q) as [A B]. split; [auto|].
  rewrite stones_with by auto. apply add_false. split; auto. intros ->. congruence.
Qed.

Lemma legal_reply : forall own other p, legal n (S own) (S other) -> on_board n p ->
  S own p = false -> legal n (S own) (S (with_cell other (index n p))).
Proof.
  intros own other p L P O q Q. rewrite stones_with in Q by auto. apply add_true in Q.
  destruct Q as [-> | Q]; auto.
Qed.

Lemma has_five_spec : forall set, has_five b set = false -> ~ five exact (S set).
Proof.
  intros set H (p & d & D & F & E).
  assert (P : on_board n p).
  { assert (X : S set (step p d 0) = true) by (apply F; lia). apply stones_true in X.
    destruct X as [X _]. destruct p; unfold on_board, step in *; cbn [fst snd] in *. lia. }
  unfold has_five in H. rewrite (made_size _ _ _ M), (made_exact _ _ _ M) in H.
  cbv zeta in H. rewrite <- not_true_iff_false in H. apply H. apply existsb_exists.
  exists p. split; [apply points_spec; auto|]. apply existsb_exists. exists d. split.
  - destruct d as [u v]. destruct D as (U & V & N). cbn [fst snd] in U, V. unfold DIRECTIONS.
    assert (u = -1 \/ u = 0 \/ u = 1) as [-> | [-> | ->]] by lia;
    assert (v = -1 \/ v = 0 \/ v = 1) as [-> | [-> | ->]] by lia; simpl; auto 10.
  - apply andb_true_iff. split.
    + apply forallb_forall. intros i I. apply F. simpl in I. lia.
    + destruct exact; auto. destruct E as [E1 E2]; auto. rewrite E1, E2. reflexivity.
Qed.

(** The opponent to move loses: the board is not full, no reply makes five, and the mover wins in
    [k - 1] plies after every reply. *)
Definition loses (k : Z) (own other : Z) : Prop :=
  (exists q, free n (S own) (S other) q) /\
  (forall q, free n (S own) (S other) q -> ~ five exact (add q (S other))) /\
  forall q, free n (S own) (S other) q -> wins n exact (k - 1) (S own) (add q (S other)).

Definition state_ok (st : state) : Prop :=
  forall number own other k, Known.MapsTo (number, (own, other)) k (known st) ->
    loses k own other.

Lemma state_add : forall number own other k st c, state_ok st -> loses k own other ->
  state_ok {| count := c; known := Known.add (number, (own, other)) k (known st) |}.
Proof.
  intros number own other k st c H L number' own' other' k' I. cbn [known] in I.
  apply KnownFacts.add_mapsto_iff in I. destruct I as [[(E1 & E2 & E3) <-] | [_ I]].
  - cbn in E1, E2, E3. subst. auto.
  - eapply H; eauto.
Qed.

Definition sound_check (check : link -> cells -> cells -> state -> option (Z * state)) : Prop :=
  forall next own other st k st', legal n (S own) (S other) -> state_ok st ->
    check next own other st = Some (k, st') -> wins n exact k (S own) (S other) /\ state_ok st'.

Lemma replied_ok : forall check own other makes lines, sound_check check ->
  legal n (S own) (S other) ->
  (forall p, In p lines -> planned_ok n exact b makes own other p) ->
  (forall e, has makes e = true -> way_ok n exact own e) ->
  forall left branches most st k st',
    (forall c, In c left -> exists q, on_board n q /\ c = index n q) -> state_ok st ->
    replied b check own other makes lines left branches most st = Some (k, st') ->
    state_ok st' /\ most <= k /\
    forall q, free n (S own) (S other) q -> In (index n q) left ->
      wins n exact (k - 1) (S own) (add q (S other)).
Proof.
  intros check own other makes lines C L P W.
  induction left as [|reply left IH]; intros branches most st k st' On So H; cbn [replied] in H.
  - inversion H; subst. split; auto. split; [lia|]. intros q _ [].
  - assert (On' : forall c, In c left -> exists q, on_board n q /\ c = index n q)
      by (intros c I; apply On; right; auto).
    destruct (has own reply || has other reply) eqn:Oc.
    + destruct (IH _ _ _ _ _ On' So H) as (A & B & D). split; auto. split; auto.
      intros q Q [E | I]; auto. exfalso. destruct Q as (Q & X & Y).
      rewrite stones_on in X, Y by auto. subst reply. rewrite X, Y in Oc. discriminate.
    + cbv zeta in H. apply orb_false_iff in Oc. destruct Oc as [A B].
      destruct (On reply (or_introl eq_refl)) as (p & Pn & ->).
      match type of H with match ?r with _ => _ end = _ => set (result := r) in * end.
      destruct result as [[j st1]|] eqn:R; [|discriminate].
      assert (G : wins n exact j (S own) (S (with_cell other (index n p))) /\ state_ok st1).
      { unfold result in R.
        assert (L' : legal n (S own) (S (with_cell other (index n p))))
          by (apply legal_reply; auto; rewrite stones_on; auto).
        match type of R with match ?m with _ => _ end = _ => destruct m as [next|] end.
        - eapply C; eauto.
        - destruct (first b makes lines other (index n p) (count st)) as [[x|] c] eqn:Fi;
            [|discriminate].
          inversion R; subst. split; [|exact So].
          apply (first_ok n exact b M lines makes own) in Fi; auto.
          eapply line_wins; eauto. intros r; auto. }
      destruct G as [G1 G2]. destruct (IH _ _ _ _ _ On' G2 H) as (X & Y & D).
      split; auto. split; [lia|]. intros q Q [E | I]; auto.
      apply index_inj in E; auto; [|apply Q]. subst q.
      eapply wins_ext; [eapply wins_more; [exact G1|lia]| |]; auto.
      intros r. apply stones_with. auto.
Qed.

Variable nodes : certificate.

Lemma checked_ok : forall fuel, sound_check (checked b nodes fuel).
Proof.
  induction fuel as [|fuel IH]; intros next own other st k st' L So H; cbn [checked] in H;
    [discriminate|].
  cbv zeta in H. apply (legal_seen (snd next)) in L.
  assert (G : wins n exact k (S (seen b (snd next) own)) (S (seen b (snd next) other)) /\
    state_ok st'); [|destruct G; split; auto; eapply wins_seen; eauto].
  set (own1 := seen b (snd next) own) in *. set (other1 := seen b (snd next) other) in *.
  assert (Us : forall oth c, has (Z.ldiff (inside b) oth) c = true -> has (inside b) c = true).
  { intros oth c X. rewrite has_ldiff in X. apply andb_true_iff in X. tauto. }
  destruct (nodes (fst next)) as [[moves | lines branches | cell cover]|]; [|discriminate| |
    discriminate].
  - destruct (played _ _ _ _) as [j|] eqn:Pl; [|discriminate]. inversion H; subst. split; auto.
    apply (played_ok n exact b M) with (own := own1) in Pl.
    + eapply line_wins; eauto. intros q; auto.
    + apply (prepared_ok n exact b M). apply Us.
    + apply (threats_of_ok n exact b M).
  - destruct (has (inside b) cell && negb (has own1 cell) && negb (has other1 cell)) eqn:F;
      [|discriminate].
    apply andb_true_iff in F. destruct F as [F F3]. apply andb_true_iff in F.
    destruct F as [F1 F2]. apply negb_true_iff in F2, F3.
    apply (made_inside _ _ _ M) in F1. destruct F1 as (p & P & ->).
    assert (Fr : free n (S own1) (S other1) p)
      by (split; [auto|]; rewrite !stones_on; auto).
    set (own2 := seen b (snd cover) (with_cell own1 (index n p))) in *.
    set (other2 := seen b (snd cover) other1) in *.
    assert (L2 : legal n (S own2) (S other2)).
    { apply legal_seen. apply legal_move; auto. rewrite stones_on; auto. }
    (* A cover that loses for the opponent, seen from the board before the move. *)
    assert (Use : forall j, loses j own2 other2 -> wins n exact (j + 1) (S own1) (S other1)).
    { intros j (Full & No & Wi).
      assert (Ex : forall q, add p (S own1) q = S own2 (turned n (snd cover) q)).
      { intros q. unfold own2. rewrite stones_seen, back_turn. symmetry. apply stones_with.
        auto. }
      assert (Ey : forall q, S other1 q = S other2 (turned n (snd cover) q)).
      { intros q. unfold other2. rewrite stones_seen, back_turn. auto. }
      assert (Fq : forall q, free n (add p (S own1)) (S other1) q ->
        free n (S own2) (S other2) (turned n (snd cover) q)).
      { intros q (Q & A & B). split; [apply turn_on; auto|]. rewrite <- Ex, <- Ey. auto. }
      apply wins_later with p; auto.
      - destruct Full as [q Q]. exists (back n (snd cover) q).
        apply (free_pull n (snd cover)) in Q.
        eapply free_ext; [| |exact Q]; intros r; unfold pull; auto.
      - intros q Q V. apply (No _ (Fq q Q)). apply (five_push n (snd cover)).
        eapply five_ext; [|exact V]. intros r. rewrite pull_add_turn. apply add_ext.
        intros r'. apply Ey.
      - intros q Q. replace (j + 1 - 2) with (j - 1) by ring.
        specialize (Wi _ (Fq q Q)). apply (wins_pull n (snd cover)) in Wi.
        eapply wins_ext; [exact Wi| |].
        + intros r. unfold pull. auto.
        + intros r. rewrite pull_add_turn. apply add_ext. intros r'. unfold pull. auto. }
    destruct (nodes (fst cover)) as [[|lines branches|]|]; try discriminate.
    destruct (Known.find (fst cover, (own2, other2)) (known st)) as [j|] eqn:Fi.
    + inversion H; subst. split; auto. apply Use. eapply So. apply Known.find_2. exact Fi.
    + destruct (negb (Z.ldiff (Z.ldiff (inside b) other2) own2 =? 0) &&
        negb (reply_wins b own2 other2)) eqn:T; [|discriminate].
      apply andb_true_iff in T. destruct T as [T1 T2].
      destruct (replied _ _ _ _ _ _ _ _ _ _) as [[j st1]|] eqn:Re; [|discriminate].
      inversion H; subst k st'. clear H.
      set (makes := ways (threats_of b own2 (Z.ldiff (inside b) other2))) in *.
      assert (Wa : forall e, has makes e = true -> way_ok n exact own2 e)
        by apply (threats_of_ok n exact b M).
      assert (Pl : forall p, In p (map (fun number => planned b makes own2 other2
        (Z.ldiff (inside b) other2) (line_cells nodes number)) lines) ->
        planned_ok n exact b makes own2 other2 p).
      { intros q I. apply in_map_iff in I. destruct I as (m & <- & _). split; [|reflexivity].
        apply (prepared_ok n exact b M). apply Us. }
      destruct (replied_ok (checked b nodes fuel) own2 other2 _ _ IH L2 Pl Wa (all b) branches 1
        (counted (counted st)) j st1 (made_on _ _ _ M) So Re) as (So1 & _ & Wi).
      assert (Lo : loses j own2 other2).
      { split; [|split].
        - apply negb_true_iff, Z.eqb_neq in T1.
          assert (E : exists c, has (Z.ldiff (Z.ldiff (inside b) other2) own2) c = true).
          { destruct (existsb (fun c => has (Z.ldiff (Z.ldiff (inside b) other2) own2) c)
              (all b)) eqn:X.
            - apply existsb_exists in X. destruct X as (c & _ & X). eauto.
            - exfalso. apply T1. apply Z.bits_inj_0. intros c.
              destruct (Z.testbit (Z.ldiff (Z.ldiff (inside b) other2) own2) c) eqn:Y; auto.
              rewrite <- X. symmetry. apply existsb_exists. exists c. split; auto.
              assert (Y' : has (Z.ldiff (Z.ldiff (inside b) other2) own2) c = true) by auto.
              rewrite !has_ldiff in Y'. apply andb_true_iff in Y'. destruct Y' as [Y' _].
              apply andb_true_iff in Y'. destruct Y' as [Y' _].
              apply (made_inside _ _ _ M) in Y'. destruct Y' as (q & Q & ->).
              apply (made_all _ _ _ M). auto. }
          destruct E as [c E]. rewrite !has_ldiff in E. apply andb_true_iff in E.
          destruct E as [E E3]. apply andb_true_iff in E. destruct E as [E1 E2].
          apply negb_true_iff in E2, E3. apply (made_inside _ _ _ M) in E1.
          destruct E1 as (q & Q & ->). exists q. split; [auto|]. rewrite !stones_on; auto.
        - apply negb_true_iff in T2. apply (reply_wins_spec n exact b M); auto.
        - intros q Q. apply Wi; auto. apply (made_all _ _ _ M). apply Q. }
      split; [apply Use; auto|]. apply state_add; auto.
Qed.

End Nodes.

(** The theorem. If the checker accepts a certificate, then the side to move makes five within the
    plies that the checker returns, whatever the opponent plays. *)
Theorem check_sound : forall n exact nodes root own other plies count,
  check n exact nodes root own other = Some (plies, count) ->
  wins n exact plies (stones_of n own) (stones_of n other).
Proof.
  intros n exact nodes root own other plies count H. unfold check in H. cbv zeta in H.
  destruct ((Z.land own other =? 0) && negb (has_five (make n exact) own) &&
    negb (has_five (make n exact) other)) eqn:E; [|discriminate].
  destruct (checked _ _ _ _ _ _ _) as [[k st]|] eqn:C; [|discriminate]. inversion H; subst.
  eapply checked_ok; [apply make_made| | |exact C].
  - intros p P. apply stones_true in P. destruct P as [P Q]. split; [auto|].
    rewrite stones_on by auto. apply andb_true_iff in E. destruct E as [E _].
    apply andb_true_iff in E. destruct E as [E _]. apply Z.eqb_eq in E.
    destruct (has own (index n p)) eqn:O; auto.
    assert (X : has (Z.land own other) (index n p) = true) by (rewrite has_land, O, Q; auto).
    rewrite E, has_zero in X. discriminate.
  - intros number own' other' k' I. exfalso. eapply Known.empty_1. exact I.
Qed.

(** On the empty board, the first player wins. *)
Corollary first_player_wins : forall n exact nodes root plies count,
  check n exact nodes root 0 0 = Some (plies, count) -> wins n exact plies none none.
Proof.
  intros n exact nodes root plies count H. apply check_sound in H.
  assert (E : forall q, stones_of n 0 q = none q).
  { intros q. unfold stones_of, none. rewrite has_zero. apply andb_false_r. }
  eapply wins_ext; [exact H| |]; auto.
Qed.

Print Assumptions check_sound.
Print Assumptions first_player_wins.
