(** The checker of certificates, for freestyle and for exactly five. *)
From Coq Require Import ZArith Bool List OrderedTypeEx FMapAVL.
From Proof Require Import game sets.
Import ListNotations.
Open Scope Z_scope.

Section Board.

Variable b : board.

(** The mover's threats. *)

(** Return the empty cells of a row of five along [d] from cell [c] if stones on them make five. *)
Definition lacking (own : cells) (s : Z) (d : point) (c : Z) : list Z :=
  let p := point_at (size b) c in
  if is_on (size b) p && is_on (size b) (step p d 4)
    && negb (is_exact b && (has own (c + -1 * s) || has own (c + 5 * s)))
  then filter (fun e => negb (has own e)) (map (fun i => c + i * s) [0; 1; 2; 3; 4])
  else [].

(** A cell, the cells of which each makes five after a stone on it, and all of them as a set. *)
Record double := { centre : Z; ends : list Z; touched : cells }.

(** Of a board: the cells that make five, and its possible doubles. *)
Record threats := { ways : cells; doubles : list double }.

Fixpoint put (c e : Z) (found : list double) : list double :=
  match found with
  | [] => [{| centre := c; ends := [e]; touched := with_cell (bit c) e |}]
  | d :: more =>
    if centre d =? c
    then {| centre := centre d; ends := e :: ends d; touched := with_cell (touched d) e |} :: more
    else d :: put c e more
  end.

Definition noted (found : threats) (empty : list Z) : threats :=
  match empty with
  | [e] => {| ways := with_cell (ways found) e; doubles := doubles found |}
  | [e; f] =>
    if e =? f then found
    else {| ways := ways found; doubles := put e f (put f e (doubles found)) |}
  | _ => found
  end.

Fixpoint scanned (fuel : nat) (own : cells) (s : Z) (d : point) (starts : cells) (found : threats)
  : threats :=
  match fuel with
  | O => found
  | S fuel' =>
    if starts <=? 0 then found
    else
      let c := top starts in
      scanned fuel' own s d (without starts c) (noted found (lacking own s d c))
  end.

Definition MOST_ROWS : nat := 500.

Definition threats_of (own usable : cells) : threats :=
  let found :=
    fold_left
      (fun found sd =>
        let starts := threes (fst sd) own in
        if starts =? 0 then found
        else
          scanned MOST_ROWS own (fst sd) (snd sd) (Z.land starts (rows (fst sd) usable)) found)
      (steps b) {| ways := 0; doubles := [] |} in
  {| ways := ways found;
     doubles := filter (fun d => match ends d with _ :: _ :: _ => true | _ => false end)
       (doubles found) |}.

(** Whether two of the cells are not in a set. *)
Fixpoint two_outside (set : cells) (some : list Z) : bool :=
  match some with
  | [] => false
  | e :: more =>
    if has set e then two_outside set more
    else existsb (fun f => negb (has set f) && negb (f =? e)) more
  end.

Definition is_double (other : cells) (d : double) : bool :=
  negb (has other (centre d)) && two_outside other (ends d).

(** The opponent's threats. *)

Definition dangerous (own other : cells) : bool :=
  let usable := Z.ldiff (inside b) own in
  existsb
    (fun sd =>
      let starts := fours (fst sd) other in
      if starts =? 0 then false else negb (Z.land starts (rows (fst sd) usable) =? 0))
    (steps b).

(** Whether a reply on an empty cell makes five. *)
Definition reply_wins (own other : cells) : bool :=
  let usable := Z.ldiff (inside b) own in
  let stones := Z.land other (inside b) in
  existsb
    (fun sd =>
      let s := fst sd in
      let starts := fours s other in
      if starts =? 0 then false
      else
        let starts := Z.land starts (rows s usable) in
        negb ((if is_exact b
          then Z.ldiff (Z.ldiff starts (Z.shiftl stones s)) (Z.shiftr stones (5 * s))
          else starts) =? 0))
    (steps b).

Definition spread (s : Z) (starts : cells) : cells :=
  fold_left (fun set i => Z.lor set (Z.shiftl starts (i * s))) [1; 2; 3; 4] starts.

(** The cells of rows with three or more stones of the opponent and none of the mover; None if the
    opponent is dangerous. *)
Definition near (own other : cells) : option cells :=
  let usable := Z.ldiff (inside b) own in
  fold_left
    (fun found sd =>
      match found with
      | None => None
      | Some set =>
        let starts := threes (fst sd) other in
        if starts =? 0 then Some set
        else
          let starts := Z.land starts (rows (fst sd) usable) in
          if starts =? 0 then Some set
          else if Z.land starts (fours (fst sd) other) =? 0
          then Some (Z.lor set (spread (fst sd) starts))
          else None
      end)
    (steps b) (Some 0).

(** Threat lines. *)

(** A move of a line, the mover's stones after it, and their threats. *)
Record ply := { move : Z; after : cells; threats_after : threats }.

Fixpoint prepared (own usable : cells) (line : list Z) : list ply :=
  match line with
  | [] => []
  | c :: more =>
    if has usable c && negb (has own c) then
      let own' := with_cell own c in
      {| move := c; after := own'; threats_after := threats_of own' usable |}
        :: prepared own' usable more
    else []
  end.

Definition common (live : list double) : cells :=
  match live with
  | [] => 0
  | d :: more => fold_left (fun set e => Z.land set (touched e)) more (touched d)
  end.

(** Add to [found] the cells of [left] where a stone of the opponent stops every double. *)
Fixpoint defences (fuel : nat) (live : list double) (other left found : cells) : cells :=
  match fuel with
  | O => Z.lor left found
  | S fuel' =>
    if left <=? 0 then Z.lor left found
    else
      let reply := top left in
      let left' := without left reply in
      if existsb (is_double (with_cell other reply)) live
      then defences fuel' live other left' found
      else defences fuel' live other left' (with_cell found reply)
  end.

Definition at_least (k : Z) (rest : option Z) : option Z :=
  match rest with
  | None => None
  | Some j => Some (Z.max k (j + 2))
  end.

(** The most plies in which a line wins; None if it doesn't. [makes] are the cells that make five
    before its first move. *)
Fixpoint played (makes : cells) (line : list ply) (other : cells) : option Z :=
  match line with
  | [] => None
  | p :: more =>
    if has other (move p) then None
    else if has makes (move p) then Some 1
    else
      let t := threats_after p in
      let open := Z.ldiff (ways t) other in
      if 0 <? open then
        let way := top open in
        if 0 <? without open way then
          if dangerous (after p) other then None else Some 3
        else
          let stopped := with_cell other way in
          if existsb (is_double stopped) (doubles t) && negb (dangerous (after p) stopped)
          then Some 5
          else if dangerous (after p) other then None
          else at_least 3 (played (ways t) more stopped)
      else
        match filter (is_double other) (doubles t) with
        | [] => None
        | live =>
          match near (after p) other with
          | None => None
          | Some close =>
            let tried := Z.ldiff (Z.ldiff (common live) other) close in
            let found := defences MOST_ROWS live other tried (Z.ldiff close other) in
            if found =? 0 then Some 5 else at_least 5 (played (ways t) more (Z.lor other found))
          end
        end
  end.

(** A line, and replies before it that are far from all that matters. After these it wins in three
    plies: its first move makes five in two ways. *)
Record plan := { sure : cells; line_of : list ply }.

Definition sure_replies (makes other : cells) (line : list ply) : cells :=
  match line with
  | [] => 0
  | p :: _ =>
    let open := Z.ldiff (ways (threats_after p)) other in
    let way := top open in
    let way' := top (without open way) in
    if has other (move p) || has makes (move p) || (open <=? 0) || (without open way <=? 0) then 0
    else
      match near (after p) other with
      | None => 0
      | Some close => without (without (without (Z.ldiff (inside b) close) (move p)) way) way'
      end
  end.

Definition planned (makes own other usable : cells) (moves : list Z) : plan :=
  let line := prepared own usable moves in
  {| sure := sure_replies makes other line; line_of := line |}.

(** Return the plies of the first line that wins after a reply, and the number of lines tried. *)
Fixpoint first (makes : cells) (lines : list plan) (other : cells) (reply count : Z)
  : option Z * Z :=
  match lines with
  | [] => (None, count)
  | line :: more =>
    if has (sure line) reply then (Some 3, count + 1)
    else
      match played makes (line_of line) (with_cell other reply) with
      | Some k => (Some k, count + 1)
      | None => first makes more other reply (count + 1)
      end
  end.

(** Whether a set has five in a row, by its definition. *)
Definition DIRECTIONS : list point :=
  [(1, 0); (0, 1); (1, 1); (-1, 1); (-1, 0); (0, -1); (-1, -1); (1, -1)].

Definition has_five (set : cells) : bool :=
  let on := stones_of (size b) set in
  existsb
    (fun p => existsb
      (fun d => forallb (fun i => on (step p d i)) [0; 1; 2; 3; 4]
        && (negb (is_exact b) || (negb (on (step p d (-1))) && negb (on (step p d 5)))))
      DIRECTIONS)
    (points (size b)).

(** Certificates. A link is the number of a node and a symmetry. *)
Definition link : Type := Z * Z.

Inductive node :=
| Line (moves : list Z)
| Cover (lines : list Z) (branches : list (Z * link))
| Move (cell : Z) (next : link).

Definition certificate : Type := Z -> option node.

Variable nodes : certificate.

Definition line_cells (number : Z) : list Z :=
  match nodes number with
  | Some (Line moves) => moves
  | _ => []
  end.

End Board.

(** The plies of covers on boards that are checked already, by the cover's number, the mover's
    stones and the opponent's. *)
Module Pair := PairOrderedType Z_as_OT Z_as_OT.
Module Key := PairOrderedType Z_as_OT Pair.
Module Known := FMapAVL.Make Key.

Record state := { count : Z; known : Known.t Z }.

Definition counted (st : state) : state := {| count := count st + 1; known := known st |}.

Section Check.

Variable b : board.
Variable nodes : certificate.

(** Check every reply from a list of cells. [checked] checks a branch. Return the most plies from
    the reply to the five. *)
Fixpoint replied (checked : link -> cells -> cells -> state -> option (Z * state))
    (own other makes : cells) (lines : list plan)
    (left : list Z) (branches : list (Z * link)) (most : Z) (st : state) : option (Z * state) :=
  match left with
  | [] => Some (most, st)
  | reply :: left' =>
    if has own reply || has other reply then
      replied checked own other makes lines left' branches most st
    else
      let branch :=
        match branches with
        | [] => None
        | (cell, next) :: _ => if cell =? reply then Some next else None
        end in
      let result :=
        match branch with
        | Some next => checked next own (with_cell other reply) st
        | None =>
          match first b makes lines other reply (count st) with
          | (None, _) => None
          | (Some k, tried) => Some (k, {| count := tried; known := known st |})
          end
        end in
      match result with
      | None => None
      | Some (k, st') =>
        replied checked own other makes lines left'
          (match branch with Some _ => tl branches | None => branches end)
          (Z.max most (k + 1)) st'
      end
  end.

(** The most plies in which the mover wins with node [next], and the new state; None if the
    certificate doesn't show it. [fuel] is the greatest depth. *)
Fixpoint checked (fuel : nat) (next : link) (own other : cells) (st : state)
  : option (Z * state) :=
  match fuel with
  | O => None
  | S fuel' =>
    let own := seen b (snd next) own in
    let other := seen b (snd next) other in
    match nodes (fst next) with
    | Some (Line moves) =>
      let usable := Z.ldiff (inside b) other in
      match played b (ways (threats_of b own usable)) (prepared b own usable moves) other with
      | None => None
      | Some k => Some (k, counted st)
      end
    | Some (Move cell cover) =>
      if has (inside b) cell && negb (has own cell) && negb (has other cell) then
        let own := seen b (snd cover) (with_cell own cell) in
        let other := seen b (snd cover) other in
        match nodes (fst cover) with
        | Some (Cover lines branches) =>
          let key := (fst cover, (own, other)) in
          match Known.find key (known st) with
          | Some k => Some (k + 1, counted st)
          | None =>
            let usable := Z.ldiff (inside b) other in
            if negb (Z.ldiff usable own =? 0) && negb (reply_wins b own other) then
              let makes := ways (threats_of b own usable) in
              match
                replied (checked fuel') own other makes
                  (map (fun number => planned b makes own other usable (line_cells nodes number))
                    lines)
                  (all b) branches 1 (counted (counted st))
              with
              | None => None
              | Some (k, st') =>
                Some (k + 1, {| count := count st'; known := Known.add key k (known st') |})
              end
            else None
          end
        | _ => None
        end
      else None
    | _ => None
    end
  end.

End Check.

Definition DEPTH : nat := 1000.

(** Check that the side to move wins with node [root]. Return the most plies to the five, and the
    number of nodes checked. *)
Definition check (n : Z) (exact : bool) (nodes : certificate) (root : link) (own other : cells)
  : option (Z * Z) :=
  let b := make n exact in
  if (Z.land own other =? 0) && negb (has_five b own) && negb (has_five b other) then
    match checked b nodes DEPTH root own other {| count := 0; known := Known.empty Z |} with
    | Some (k, st) => Some (k, count st)
    | None => None
    end
  else None.
