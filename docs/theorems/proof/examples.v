(** What the definitions say in small cases, computed by Coq itself. *)
From Coq Require Import ZArith Bool List Lia.
From Proof Require Import game sets checker cells sound.
Import ListNotations.
Open Scope Z_scope.

Definition cells_at (n : Z) (points : list point) : cells :=
  fold_left (fun set p => with_cell set (index n p)) points 0.

(** A certificate of one line. *)
Definition one_line (n : Z) (points : list point) : certificate :=
  fun _ => Some (Line (map (index n) points)).

(** The example of docs/formats.md, with rows from above: black h8 h9 h10, white a1 a3 a5, and the
    move h7. *)
Example open_three : wins 15 false 3
  (stones_of 15 (cells_at 15 [(7, 7); (7, 8); (7, 9)]))
  (stones_of 15 (cells_at 15 [(0, 0); (0, 2); (0, 4)])).
Proof.
  apply check_sound with (one_line 15 [(7, 6)]) (0, 0) 1. vm_compute. reflexivity.
Qed.

(** Six in a row are five or more, but not exactly five. *)
Definition six : stones :=
  stones_of 15 (cells_at 15 (map (fun x => (x, 7)) [3; 4; 5; 6; 7; 8])).

Example six_are_five : five false six.
Proof.
  exists (3, 7), (1, 0). split; [repeat split; discriminate|]. split; [|discriminate].
  intros i I. assert (In i [0; 1; 2; 3; 4]) as J by (simpl; lia).
  simpl in J. destruct J as [<-|[<-|[<-|[<-|[<-|[]]]]]]; reflexivity.
Qed.

Example six_are_not_exactly_five : ~ five true six.
Proof.
  apply (has_five_spec 15 true (make 15 true)); [apply make_made | vm_compute; reflexivity].
Qed.

(** Nobody wins on a full board. *)
Example full_board : forall k, ~ wins 1 false k (fun _ => true) none.
Proof. intros k W. inversion W as [? ? ? p _ (_ & F & _) | ? ? ? p (_ & F & _)]; discriminate. Qed.
