"""Parser of records. It finds all faults in one pass and reports them together."""

from __future__ import annotations

import re
from collections.abc import Callable

from piquet_core.cards.cards import SUIT_LETTERS, SUITS, Suit, parse_card
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    parse_holding,
)
from piquet_core.cards.seat import Seat, parse_seat
from piquet_core.errors import CardError, Fault, NotationError, Span
from piquet_core.limits import LINK, RECORD, bytes_in_words, is_longer
from piquet_core.notation.record import (
    CHOICES,
    CONSEQUENCES,
    STAND,
    AnswerWord,
    CardMark,
    Item,
    Line,
    MarkedCard,
    PrintedTotal,
    Record,
    Tag,
    Variation,
    takes_one_word,
)
from piquet_core.notation.record_text import begins_record, decode, normalize
from piquet_core.notation.tags import REQUIRED, TAGS, VARIATION_GRADES, tag_faults
from piquet_core.notation.tokens import Cursor, Token, unescape

DEEPEST = 16
"""Greatest depth of nested variations. It is far below the recursion limit."""

_TOTAL = re.compile(r"([a-z]*)=(.*)", re.DOTALL)
_RANKS = re.compile("10|.", re.DOTALL)  # `parse_hand` reads the ten in the same way
_NUMBER = re.compile(r"[0-9]{1,2}")
_PLACES = ("elder", "younger", "talon")


def loads(text: str | bytes, name: str = "<record>") -> Record:
    """Return the record in a text or in the bytes of a file.

    Bytes are UTF-8, or UTF-16 with a byte order mark. The record may be in a Markdown fence.
    ``name`` is the name of the text in the message of an error.

    Raises `NotationError` with every fault, each with its line and column. If the text is too long,
    that is the only fault. Whether the cards form a deal and the decisions are legal is not
    checked.
    """
    parser = _parser(text, name)
    record = parser.record()
    parser.finish(name)
    return record


def loads_all(text: str | bytes, name: str = "<record>") -> tuple[Record, ...]:
    """Return all records in a text or in the bytes of a file, of which each begins with its tag ``Piquet``.

    The text is read as by `loads`. Raises `NotationError` also for two records with the same Id.
    """
    parser = _parser(text, name)
    records = parser.records()
    parser.finish(name)
    return records


def _parser(text: str | bytes, name: str) -> _Parser:
    if isinstance(text, bytes):
        text = decode(text, name)
    _refuse_longer(text, RECORD, "a record", name)
    return _Parser(normalize(text))


def parse_line(text: str, name: str = "<line>") -> Line:
    """Return the line in a text; raise `NotationError` if it is invalid or if there is not exactly one line.

    >>> parse_line("t1e DA").label
    't1e'
    """
    _refuse_longer(text, LINK, "a line", name)
    parser = _Parser(text)
    lines = parser.lines(nested=None)
    if not parser.faults and len(lines) != 1:
        parser.fault(Span(line=1, column=1), f"one line is expected here, not {len(lines)}")
    parser.finish(name)
    return lines[0]


def _refuse_longer(text: str, most: int, what: str, name: str) -> None:
    if is_longer(text, most):
        said = f"{what} is too long: at most {bytes_in_words(most)}"
        fault = Fault(span=Span(line=1, column=1), message=said)
        raise NotationError((fault,), text.partition("\n")[0], name)


class _Parser(Cursor):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
        self.depth = 0
        self.reads_all = False

    def finish(self, name: str) -> None:
        """Raise `NotationError` if there are faults."""
        if self.faults:
            faults = tuple(sorted(self.faults, key=lambda fault: fault.span))
            raise NotationError(faults, self.text, name)

    # -- the record --------------------------------------------------------------------------

    def records(self) -> tuple[Record, ...]:
        """Read all records. Two with the same Id are a fault."""
        self.reads_all = True
        found = [self.record()]
        while self.peek() is not None:
            found.append(self.record())
        ids: set[str] = set()
        for tag in filter(None, (record.find_tag("Id") for record in found)):
            if tag.value in ids:
                self.fault(tag.span, f"a second record with the Id {tag.value}")
            ids.add(tag.value)
        return tuple(found)

    def record(self) -> Record:
        tags = self.tags()
        hands = {place: self.deal_line(place) for place in _PLACES}
        comment = self.comment()
        lines = self.lines(nested=None)
        self.check_labels(lines)
        return Record(
            tags=tuple(tags),
            elder=hands["elder"],
            younger=hands["younger"],
            talon=hands["talon"],
            comment=comment,
            lines=lines,
        )

    def tags(self) -> list[Tag]:
        found: list[Tag] = []
        names: set[str] = set()
        while (token := self.peek()) and token.kind in ("tag", "newline"):
            self.skip()
            if token.kind == "newline":
                continue
            name, _, value = token.text[1:-1].strip().partition('"')
            tag = Tag(name=name.strip(), value=unescape(value[:-1]), span=token.span)
            if tag.name in names:
                self.fault(tag.span, f"a second tag {tag.name}")
            elif tag.name not in TAGS and not tag.name.startswith("_"):
                self.fault(
                    tag.span,
                    f"unknown tag {tag.name}; choose one of {', '.join(TAGS)}; "
                    "a tag of your own starts with _",
                )
            else:
                found.append(tag)
                names.add(tag.name)
                for message in tag_faults(tag):
                    self.fault(tag.span, message)
        place = found[-1].span if found else Span(line=1, column=1)
        for name in REQUIRED:
            if name not in names:
                self.fault(place, f"the tag {name} is missing")
        return found

    def comment(self) -> str:
        self.skip_newlines()
        texts = []
        while (token := self.peek()) and token.kind in ("comment", "newline"):
            self.skip()
            if token.kind == "comment":
                texts.append(" ".join(unescape(token.text[1:-1]).split()))
        return " ".join(text for text in texts if text)

    def deal_line(self, place: str) -> tuple[MarkedCard, ...]:
        self.skip_newlines()
        token = self.peek()
        if token is None or token.kind != "word" or token.text != place:
            span = token.span if token else self.end
            self.fault(span, f"the line {place!r} with its cards is expected here")
            return ()
        self.skip()
        words = self.words()
        if not words:
            self.fault(token.span, f"the line {place!r} has no cards")
        cards: list[MarkedCard] = []
        for word in words:
            cards += self.dotted(word) if "." in word.text else self.card(word)
        return tuple(cards)

    def dotted(self, word: Token) -> list[MarkedCard]:
        suits = word.text.split(".")
        if len(suits) != 4:
            self.fault(
                word.span,
                f"a hand has four suits, spades.hearts.diamonds.clubs; this has {len(suits)}",
            )
            return []
        cards: list[MarkedCard] = []
        column = word.span.column
        for suit, ranks in zip(SUITS, suits, strict=True):
            for rank in _RANKS.finditer(ranks):
                place, length = column + rank.start(), len(rank.group())
                span = Span(line=word.span.line, column=place, length=length)
                cards += self.card(Token(kind="word", text=suit.letter + rank.group(), span=span))
            column += len(ranks) + 1
        return cards

    def card(self, word: Token) -> list[MarkedCard]:
        if word.text == "?":
            return [MarkedCard(card=None, mark=CardMark.UNKNOWN, span=word.span)]
        marked = word.text[:1] in ("~", "*")
        try:
            card = parse_card(word.text[1:] if marked else word.text)
        except CardError as error:
            self.fault(word.span, str(error))
            return []
        mark = CardMark(word.text[0]) if marked else CardMark.STATED
        return [MarkedCard(card=card, mark=mark, span=word.span)]

    # -- lines -------------------------------------------------------------------------------

    def lines(self, nested: Token | None) -> tuple[Line, ...]:
        """Read lines up to the end of the text or, in a variation, up to its closing parenthesis.

        ``nested`` is the opening parenthesis of the variation, or None in the main line.
        """
        found: list[Line] = []
        while True:
            self.skip_newlines()
            token = self.peek()
            if token is None:
                if nested is not None and not self.stopped:
                    self.fault(nested.span, "this variation is never closed: it needs a )")
                return tuple(found)
            if token.kind == "close":
                if nested is not None:
                    return tuple(found)
                self.fault(token.span, "a ) without its (")
                self.skip()
            elif token.kind == "word":
                found.append(self.line())
            elif begins_record(token) and nested is not None:
                self.fault(nested.span, "this variation is never closed: it needs a )")
                return tuple(found)
            elif begins_record(token) and self.reads_all:
                return tuple(found)
            elif begins_record(token):
                self.fault(token.span, "a second record begins here, where one is expected")
                self.stop()
            else:
                self.fault(token.span, _STRAY[token.kind])
                self.skip()

    def line(self) -> Line:
        label, *words = self.words()
        reader = _reader(label.text)
        items: list[Item] = []
        spans: list[Span] = []
        totals: list[PrintedTotal] = []
        too_many = self.too_many(label, words)
        if reader is None:
            self.fault(
                label.span,
                f"no step is called {label.text!r}; steps are {_LABEL_HELP}",
            )
        for word in words:
            if match := _TOTAL.fullmatch(word.text):
                totals += self.total(word, match[1], match[2], label.text)
            elif reader is not None and word not in too_many:
                read = reader(self, word)
                items += read
                spans += [word.span] * len(read)
        if reader is not None:
            self.check_items(label, words)
        comment = self.comment()
        return Line(
            label=label.text,
            items=tuple(items),
            totals=tuple(totals),
            comment=comment,
            variations=self.variations(),
            span=label.span,
            spans=tuple(spans),
        )

    def too_many(self, label: Token, words: list[Token]) -> list[Token]:
        """Return the superfluous words of a step that takes one word, or [] for other steps."""
        return _bare(words)[1:] if takes_one_word(label.text) else []

    def check_items(self, label: Token, words: list[Token]) -> None:
        name = label.text
        bare = _bare(words)
        if takes_one_word(name) and len(bare) != 1:
            # Report the first superfluous word at its own position.
            place, *_ = [*self.too_many(label, words), label]
            self.fault(place.span, f"{name} takes one word, not {len(bare)}")
        elif name[0] in "xcv" and name not in CONSEQUENCES and not bare:
            self.fault(label.span, f"{name} says nothing: name the cards or holdings")
        elif name[0] in "psq" and name[-1] == "e" and len(bare) != 1:
            self.fault(label.span, f"{name} calls one holding, or none")

    def total(self, word: Token, seat: str, points: str, label: str) -> list[PrintedTotal]:
        who: Seat | None = None
        if seat:
            try:
                who = parse_seat(seat)
            except ValueError as error:
                self.fault(word.span, str(error))
                return []
        elif label in ("last", "cards", "result"):
            self.fault(word.span, f"say whose total it is: e{word.text} or y{word.text}")
            return []
        if not re.fullmatch(r"[0-9]{1,6}", points):
            self.fault(word.span, f"a total is a whole number, not {points[:20]!r}")
            return []
        return [PrintedTotal(seat=who, points=int(points), span=word.span)]

    def variations(self) -> tuple[Variation, ...]:
        found: list[Variation] = []
        while True:
            self.skip_newlines()
            token = self.peek()
            if token is None or token.kind != "open":
                return tuple(found)
            self.skip()
            grade = self.grade()
            comment = self.comment()
            self.depth += 1
            if self.depth > DEEPEST:
                self.fault(token.span, f"variations can be nested at most {DEEPEST} deep")
                self.stop()
                self.depth -= 1
                return tuple(found)
            lines = self.lines(nested=token)
            self.depth -= 1
            if (last := self.peek()) and last.kind == "close":
                self.skip()
            if not lines and not self.stopped:
                self.fault(token.span, "this variation is empty")
            found.append(Variation(comment=comment, lines=lines, grade=grade))

    def grade(self) -> str:
        """Read and return the grade of a variation, or return "" if it has none."""
        token = self.peek()
        if token is None or token.kind != "word" or token.text not in VARIATION_GRADES:
            return ""
        self.skip()
        return token.text

    def check_labels(self, lines: tuple[Line, ...]) -> None:
        seen: set[str] = set()
        for line in lines:
            if line.label in seen:
                self.fault(line.span, f"a second line {line.label}")
            seen.add(line.label)
            for variation in line.variations:
                self.check_labels(variation.lines)

    # -- words -------------------------------------------------------------------------------

    def holding(self, word: Token) -> list[Item]:
        try:
            return [parse_holding(word.text)]
        except CardError as error:
            self.fault(word.span, str(error))
            return []


def _bare(words: list[Token]) -> list[Token]:
    """Return the words of a line that are not printed totals."""
    return [word for word in words if "=" not in word.text]


def _read_card(parser: _Parser, word: Token) -> list[Item]:
    return list(parser.card(word))


def _read_discard(parser: _Parser, word: Token) -> list[Item]:
    return [] if word.text == "none" else list(parser.card(word))


def _read_holding(parser: _Parser, word: Token) -> list[Item]:
    return parser.holding(word)


def _read_declared(kind: type[Holding]) -> _Reader:
    def read(parser: _Parser, word: Token) -> list[Item]:
        if word.text == "none":
            return []
        held = parser.holding(word)
        if held and not isinstance(held[0], kind):
            parser.fault(word.span, f"{word.text} is not a {_KIND_NAMES[kind]}")
            return []
        return held

    return read


def _read_response(parser: _Parser, word: Token) -> list[Item]:
    try:
        return [AnswerWord(word.text)]
    except ValueError:
        parser.fault(
            word.span, f"{word.text!r} is not an answer: write good, equal, not-good or better"
        )
        return []


def _or_stand(reader: _Reader) -> _Reader:
    """Return a reader that also accepts ``stand``, the word that leaves an earlier call or answer unchanged."""

    def read(parser: _Parser, word: Token) -> list[Item]:
        return [False] if word.text == STAND else reader(parser, word)

    return read


def _read_choice(no: str, yes: str) -> _Reader:
    def read(parser: _Parser, word: Token) -> list[Item]:
        if word.text in (no, yes):
            return [word.text == yes]
        if yes == "declare" and _NUMBER.fullmatch(word.text):
            return [int(word.text)]
        parser.fault(word.span, f"{word.text!r}: write {yes} or {no}")
        return []

    return read


def _read_leaving(parser: _Parser, word: Token) -> list[Item]:
    if _NUMBER.fullmatch(word.text):
        return [int(word.text)]
    if word.text != "none":
        parser.fault(word.span, f"{word.text!r}: write how many cards elder leaves, or none")
    return []


def _read_suit(parser: _Parser, word: Token) -> list[Item]:
    if word.text not in tuple(SUIT_LETTERS):
        parser.fault(word.span, f"{word.text!r} is not a suit: write S, H, D or C")
        return []
    return [Suit(SUIT_LETTERS.index(word.text))]


def _read_nothing(parser: _Parser, word: Token) -> list[Item]:
    parser.fault(word.span, f"{word.text!r}: only totals, such as e=33, are allowed here")
    return []


_Reader = Callable[[_Parser, Token], list[Item]]
_KIND_NAMES: dict[type[Holding], str] = {
    PointHolding: "point",
    SequenceHolding: "sequence",
    SetHolding: "set",
}
_READERS: tuple[tuple[str, _Reader], ...] = (
    (r"x[ey]|vy", _read_discard),
    (r"ve", _read_leaving),
    *((label, _read_choice(no, yes)) for label, (no, yes) in CHOICES.items()),
    (r"ne", _read_suit),
    (r"pe", _read_declared(PointHolding)),
    (r"se", _read_declared(SequenceHolding)),
    (r"qe", _read_declared(SetHolding)),
    (r"[psqm]y", _read_response),
    (r"p[2-9]e", _or_stand(_read_declared(PointHolding))),
    (r"s[2-9]e", _or_stand(_read_declared(SequenceHolding))),
    (r"q[2-9]e", _or_stand(_read_declared(SetHolding))),
    (r"[psq][2-9]y", _or_stand(_read_response)),
    (r"m[2-9]y", _read_response),
    (r"c[ey]", _read_holding),
    (r"t(?:[1-9]|1[0-2])[ey]", _read_card),
    (r"b[ey]|dy|last|cards|result", _read_nothing),
)
_LABELS = re.compile("|".join(f"({label})" for label, _ in _READERS))
"""Pattern of all labels, with a group for each reader."""
_LABEL_HELP = (
    "ae be xe le re ry ay by xy ve vy dy ly pe py my p2e p2y se sy qe qy ce ne t1e de cy t1y … t12y "
    "last cards result"
)
_STRAY = {
    "open": "a variation stands after the line it replaces",
    "comment": "a comment stands after the line it belongs to",
    "tag": "tags stand before the deal",
}


def _reader(label: str) -> _Reader | None:
    found = _LABELS.fullmatch(label)
    return _READERS[found.lastindex - 1][1] if found and found.lastindex else None
