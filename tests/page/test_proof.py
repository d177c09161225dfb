"""A certificate on the page: it is checked, and its attacker answers every reply until it wins."""

import base64

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.lexicon import EMPTY, opponent
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from tests import ROOT
from tests.page.test_kept import reload
from tests.support.board_page import BoardPage

FILE = ROOT / "tests" / "data" / "certificates.txt"
CERTIFICATES = [certificate.loads(bytes.fromhex(line)) for line in FILE.read_text().splitlines()]
LONGEST = max(CERTIFICATES, key=lambda claim: claim.plies)
GAMES = 6  # against each
# Games against a certificate, with replies that are often near what is threatened.
PLAYED = """
    let seed = 32;
    const dice = (count) => (seed = seed * 48271 % 2147483647) % count;
    return given.files.map((text) => {
        const proof = new Proof(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
        const { checker, certificate: { board, attacker, plies } } = proof;
        const { law, defender } = checker;
        return Array.from({ length: given.games }, () => {
            const now = board.slice(), names = [];
            while (names.length < plies + 2) {
                const name = proof.answer(names), { width } = law;
                names.push(name);
                const own = name.charCodeAt(0) - 97 + width * (Number(name.slice(1)) - 1);
                if (!name || now[own] || law.isFive(now, own, attacker)) break;
                now[own] = attacker;
                const empty = [...now.keys()].filter((cell) => !now[cell]);
                const near = checker.windows.cells
                    .flatMap((cells, window) => [attacker, defender]
                        .some((colour) => cells.filter((cell) => now[cell] === colour).length > 2)
                        ? [...cells, ...checker.windows.ends[window]] : [])
                    .filter((cell) => cell >= 0 && !now[cell]);
                const replies = near.length && dice(8) ? near : empty;
                const reply = replies[dice(replies.length)];
                names.push(proof.name(reply));
                if (law.isFoul(now, reply, defender)) break;
                now[reply] = defender;
            }
            return names;
        });
    });"""


# Changes the store of certificates, which has that of the game shown.
CHANGED = """([change, text]) => new Promise((done) => {
    indexedDB.open("tengen").onsuccess = ({ target: { result: database } }) => {
        const transaction = database.transaction("certificates", "readwrite");
        const store = transaction.objectStore("certificates");
        const other = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        store.getAllKeys().onsuccess = ({ target: { result: [id] } }) =>
            new Function("store", "id", "other", `store.${change}`)(store, id, other);
        transaction.oncomplete = () => done(database.close());
    };
})"""


def packed(claim: Certificate) -> str:
    """Return a certificate's file as text for JSON."""
    return base64.b64encode(certificate.dumps(claim)).decode()


def drop(board: BoardPage, content: bytes) -> None:
    """Drop a file on the page."""
    board.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
            dataTransfer.items.add(new File([bytes], "win.tengen"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""",
        base64.b64encode(content).decode(),
    )


def open_longest(board: BoardPage, is_text: bool = False) -> None:
    """Drop LONGEST on the page, as JSON or as its file; return when it is checked."""
    text = certificate.to_json(LONGEST).encode()
    drop(board, text if is_text else certificate.dumps(LONGEST))
    board.wait("certificate && tengen.page.node.ply === 1 && tengen.page.node.look")


def is_won(claim: Certificate, names: list[str]) -> bool:
    """Return whether a game against a certificate is won within the claimed plies, by the rules."""
    position = claim.position
    grid, rule = position.board(), position.rule
    attacker = position.turn
    for number, name in enumerate(names):
        cell, colour = Cell.named(name), attacker
        if number % 2:
            colour = opponent(attacker)
        assert grid[cell] == EMPTY
        foul, five = is_foul(grid, cell, colour, rule), is_five(grid, cell, colour, rule)
        if foul or five:
            wins = five if colour == attacker else foul
            return wins and not (colour == attacker and foul) and number < claim.plies
        grid[cell] = colour
    return False


def test_every_reply_of_a_certificate_is_answered_until_it_has_won(still: BoardPage) -> None:
    given = {"files": list(map(packed, CERTIFICATES)), "games": GAMES}
    played = still.computed("prover.js", PLAYED, given)
    lost = [
        (index, names)
        for index, (claim, games) in enumerate(zip(CERTIFICATES, played, strict=True))
        for names in games
        if not is_won(claim, names)
    ]
    assert lost == []
    assert max(len(names) for games in played for names in games) > 10


def test_a_certificate_in_json_has_the_bytes_of_its_file(still: BoardPage) -> None:
    body = "return given.map((text) => btoa(String.fromCharCode(...bytesOf(text))));"
    texts = [certificate.to_json(claim) for claim in CERTIFICATES]
    found = still.computed("prover.js", body, texts)
    assert found == list(map(packed, CERTIFICATES))


@pytest.mark.parametrize("is_text", [False, True], ids=["bytes", "json"])
def test_a_certificate_that_is_dropped_is_checked_and_clicked_through(
    is_text: bool, board: BoardPage
) -> None:
    claim = LONGEST
    drop(
        board,
        certificate.to_json(claim).encode() if is_text else certificate.dumps(claim),
    )
    board.wait("certificate && tengen.page.node.ply === 1")
    board.page.wait_for_selector("#table .empty")
    side = {1: "Black", 2: "White"}[claim.position.turn]
    shown = board.page.inner_text("#table")
    assert shown.startswith(f"The proof holds: {side} wins in {claim.plies} at most.")
    assert board.status() == f"Click any reply: {side} answers until it wins"
    while not board.state("node.look?.is_over"):
        ply = board.ply()
        board.page.locator("#board .free").first.click()
        board.wait(f"node.ply === {ply + 2} && tengen.page.node.look")
        assert board.ply() <= claim.plies
    assert board.status() == f"{side} wins"
    board.page.click("#undo")  # and another reply
    board.wait("node.look && !tengen.page.node.look.is_over")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (certificate.dumps(LONGEST)[:-1] + b"?", "the checksum is wrong"),
        (certificate.sealed(certificate.dumps(LONGEST)[:-5]), "the file ends too soon"),
        (b'{"width": 15}', "not a certificate"),
        (b"{", "not a certificate"),
    ],
    ids=["checksum", "end", "fields", "json"],
)
def test_a_certificate_that_does_not_hold_is_refused_with_the_reason(
    content: bytes, reason: str, board: BoardPage
) -> None:
    drop(board, content)
    board.page.wait_for_selector("#toast.on")
    assert board.page.inner_text("#toast").startswith(
        "The proof doesn\N{RIGHT SINGLE QUOTATION MARK}t hold: "
    )
    assert reason in board.page.inner_text("#toast")
    assert board.state("task") == ""
    board.page.click("[data-cell=h8]")
    board.wait("node.ply === 2")


@pytest.mark.parametrize("is_listed", [False, True], ids=["reload", "list"])
@pytest.mark.parametrize("is_text", [False, True], ids=["bytes", "json"])
def test_a_kept_game_opens_its_certificate_again(
    is_text: bool, is_listed: bool, board: BoardPage
) -> None:
    open_longest(board, is_text)
    board.page.locator("#board .free").first.click()
    board.wait("node.ply === 3 && tengen.page.node.look")
    if is_listed:
        board.new_game(opponent="people")
        board.play("h8")
        board.choose("kept")
        board.page.click(".kept [value] >> nth=0")
    else:
        reload(board)
    board.page.wait_for_selector("#table >> text=/^The proof holds: /")
    board.wait("node.ply === 3 && tengen.page.node.look")
    board.page.locator("#board .free").first.click()
    board.wait("node.ply === 5")
    assert board.state("node.proved") == LONGEST.position.turn


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("put(Uint8Array.of(1, 2), id)", "The proof doesn\u2019t hold: "),
        ("put(other, id)", "The proof doesn\u2019t hold: it proves another position"),
        ("delete(id)", "This proof is not kept: "),
    ],
    ids=["damaged", "other", "missing"],
)
def test_a_stored_certificate_that_is_damaged_is_named(
    change: str, message: str, board: BoardPage
) -> None:
    open_longest(board)
    other = min(CERTIFICATES, key=lambda claim: claim.plies)
    board.page.evaluate(CHANGED, [change, packed(other)])
    reload(board)
    board.page.wait_for_selector("#toast.on")
    assert board.page.inner_text("#toast").startswith(message)
    board.wait("certificate === null && tengen.page.proof === 0 && tengen.page.node.ply === 1")
    ply = board.ply()
    board.page.locator("#board .free").first.click()
    board.wait(f"node.ply > {ply}")


def test_a_certificate_that_can_t_be_kept_is_reported(board: BoardPage) -> None:
    board.page.evaluate(
        """() => {
            window.usual = IDBFactory.prototype.open;
            IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError"); };
        }"""
    )
    open_longest(board)
    board.page.wait_for_selector("#toast.on")
    board.page.evaluate("() => { IDBFactory.prototype.open = window.usual; }")
    assert board.page.inner_text("#toast").startswith("This proof is not kept: ")
    assert board.state("certificate.nodes") > 0


def test_certificates_of_games_that_are_gone_are_deleted(board: BoardPage) -> None:
    script = """
        const content = Uint8Array.of(1), kept = [];
        for (const id of ["old", "one", "two"]) {
            await keepProof(id, content, ["one", "two"].filter((other) => other !== id));
        }
        await forgetProof("two");
        for (const id of ["old", "one", "two"]) kept.push(await keptProof(id) !== null);
        const isLarge = await keepProof("large", new Uint8Array(MOST_BYTES + 1), []);
        await forgetProof("one");
        return [...kept, isLarge];"""
    assert board.computed("kept-proofs.js", script) == [False, True, False, False]


def test_a_proof_that_is_closed_can_be_shown_again(board: BoardPage) -> None:
    drop(board, certificate.dumps(LONGEST))
    board.wait("certificate && tengen.page.node.ply === 1")
    board.page.click("#proof")
    assert board.state("engines") == []
    board.page.click("#undo")
    board.page.click("#proof")
    board.wait("node.ply === 1 && tengen.page.engines.length === 1")
