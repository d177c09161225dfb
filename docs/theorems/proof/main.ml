(* Reads certificates as docs/formats.md describes them, and prints what the proved checker says.

   Nothing is proved of this file. Therefore it prints the position that the checker was given. *)
open Proved

exception Unreadable of string

let unreadable reason = raise (Unreadable reason)

type claim = {
  n : int;
  rule : int;
  turn : int;
  black : int list;
  white : int list;
  plies : int;
  nodes : node array;
}

let read data =
  let at = ref 8 in
  let byte () =
    if !at >= String.length data then unreadable "the file ends too soon";
    incr at;
    Char.code data.[!at - 1]
  in
  let rec number () =
    let digit = byte () in
    if digit < 128 then digit else digit - 128 + (128 * number ())
  in
  let counted count = if count > String.length data then unreadable "the file ends too soon" in
  let several count one =
    counted count;
    List.rev (List.fold_left (fun found _ -> one () :: found) [] (List.init count Fun.id))
  in
  if not (String.length data > 8 && String.sub data 0 8 = "TENGENC1") then
    unreadable "not a certificate";
  let rule = byte () in
  let n = byte () in
  if byte () <> n then unreadable "the board is not square";
  if rule > 1 then unreadable "the rule is neither freestyle nor standard";
  let turn = byte () in
  if turn <> 1 && turn <> 2 then unreadable "the attacker is neither black nor white";
  let place () =
    let low = byte () in
    let place = if n * n > 256 then low + (256 * byte ()) else low in
    if place >= n * n then unreadable "a cell is off the board";
    place
  in
  let cell () =
    let place = place () in
    Big.of_int (((place / n) + 1) * (n + 1) + (place mod n) + 1)
  in
  let black = several (number ()) place in
  let white = several (number ()) place in
  if number () > 0 then unreadable "the board has walls";
  let plies = number () in
  let link node =
    let value = number () in
    (Big.of_int (node - (value / 8)), Big.of_int (value mod 8))
  in
  let node number_of_it =
    let head = number () in
    let count = head / 4 in
    match head mod 4 with
    | 0 -> Line (several count cell)
    | 1 ->
        let branches = number () in
        let lines = several count (fun () -> Big.of_int (number_of_it - number ())) in
        let branch () =
          let reply = cell () in
          (reply, link number_of_it)
        in
        Cover (lines, several branches branch)
    | 2 ->
        let move = cell () in
        Move (move, link number_of_it)
    | _ -> unreadable "a node is of an unknown kind"
  in
  let size = number () in
  counted size;
  let nodes = Array.make size (Line []) in
  Array.iteri (fun place _ -> nodes.(place) <- node place) nodes;
  { n; rule; turn; black; white; plies; nodes }

(* Print the position as the checker gets it. *)
let print { n; rule; turn; black; white; _ } =
  let name place = Printf.sprintf "%c%d" (Char.chr (97 + (place mod n))) (n - (place / n)) in
  let names places =
    if places = [] then "no stones" else String.concat " " (List.map name places)
  in
  Printf.printf "%d x %d, %s in a row; black: %s; white: %s; %s to move\n%!" n n
    (if rule = 1 then "exactly five" else "five or more")
    (names black) (names white)
    (if turn = 1 then "black" else "white")

let check_claim claim =
  let { n; rule; turn; black; white; plies; nodes } = claim in
  let stones places =
    let index place = Big.of_int (((place / n) + 1) * (n + 1) + (place mod n) + 1) in
    List.fold_left (fun set place -> with_cell set (index place)) (Big.of_int 0) places
  in
  let node number =
    let number = Big.to_int number in
    if 0 <= number && number < Array.length nodes then Some nodes.(number) else None
  in
  let root = (Big.of_int (Array.length nodes - 1), Big.of_int 0) in
  let own, other = if turn = 1 then (black, white) else (white, black) in
  match check (Big.of_int n) (rule = 1) node root (stones own) (stones other) with
  | Some (most, count) when Big.to_int most = plies ->
      Printf.printf "proved: %s wins in at most %d plies, %d nodes checked\n%!"
        (if turn = 1 then "Black" else "White")
        plies (Big.to_int count);
      true
  | Some (most, _) ->
      Printf.printf "not proved: the win takes %d plies, not %d\n%!" (Big.to_int most) plies;
      false
  | None ->
      Printf.printf "not proved\n%!";
      false

let verify path =
  try
    let file = open_in_bin path in
    let claim = read (really_input_string file (in_channel_length file)) in
    print claim;
    check_claim claim
  with
  | Unreadable reason | Sys_error reason ->
      Printf.printf "%s: %s\n%!" path reason;
      false

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then prerr_endline "usage: verify FILE...";
  if files = [] || List.mem false (List.map verify files) then exit 1
