"""The dialog *Cite or share*: citations, link, text, record and embed code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_core.notation import format_deal_id
from piquet_core.replay.steps import Replay
from piquet_core.views.markup import Markup, element
from piquet_core.views.replay.next_links import NOWHERE, NextLinks
from piquet_core.views.replay.replay_settings import render_dialog

PREVIEW = "The code uses the address of this page, because the site has no permanent one yet."
HEIGHT = 1080  # height in px of the whole embedded page in a column of 360 to 1000 px; see frames/embed.css
CHANGE = 32  # height in px of the line for each rule change that is offered


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareOptions:
    """Addresses for sharing a replay, besides that of its page. Options without an address are omitted.

    ``embed`` is the page to embed. ``preview`` says that this address is relative, because the site
    has no base URL. ``workbench`` is the page in which to open the record, and ``guide`` the
    article on embedding. ``page`` is the deal's own page, if the replay is on another one.
    ``onward`` has the links after the deal.
    """

    embed: str = ""
    preview: bool = False
    workbench: str = ""
    guide: str = ""
    page: str = ""
    onward: NextLinks = NOWHERE


def render_share_dialog(
    replay: Replay,
    sharing: ShareOptions,
    prefix: str = "",
    cite: Markup | None = None,
    *,
    changes: int = 0,
) -> Markup:
    """Render the dialog *Cite or share*, initially closed.

    ``cite`` are the citations of the current step, or None if the page offers none. ``changes`` is
    the number of rule changes explained below the results, which make an embedded replay taller.
    """
    id = format_deal_id(replay.steps[0].state.deal)
    return render_dialog(
        "share",
        "Cite or share" if cite else "Share",
        element("p", "Share", class_="pq-half") if cite else None,
        _shares(replay, sharing),
        element("p", "Deal id: ", element("code", id), class_="pq-deal-id"),
        _code(replay, sharing, f"{prefix}pq-code", changes) if sharing.embed else None,
        cite,
        prefix=prefix,
    )


def _shares(replay: Replay, sharing: ShareOptions) -> Markup:
    """Render the buttons that share the link, text and record of a deal, and a status line for the script."""
    bench = element(
        "a",
        "Open as a deal of your own",
        href=sharing.workbench,
        class_="pq-bench-link",
        data_part="workbench-link",
    )
    return element(
        "div",
        element(
            "p",
            # The script shows it if the system has a share sheet.
            element("button", "Share …", type="button", data_act="send", hidden=True),
            _button("copy", "Copy link", class_="pq-first", title="To this step"),
            _button("copy-text", "Copy as text"),
            _button("download", "Download record", data_file=f"{replay.record.tag('Id')}.piquet"),
            bench if sharing.workbench else None,
            class_="pq-shares",
            data_part="share-ways",
        ),
        element("p", class_="pq-share-said", data_part="share-status", role="status"),
        element("pre", class_="pq-shared", data_part="shared-text", tabindex=0, hidden=True),
        class_="pq-share-it",
    )


def embed_code(address: str, title: str, *, changes: int = 0, ours: bool = False) -> Markup:
    """Return the HTML that embeds a replay in a page.

    ``changes`` is the number of rule changes explained in the replay, for the height. With ``ours``
    the size comes from the style sheet of this site.
    """
    return element(
        "iframe",
        src=address,
        title=f"{title}: a deal of Piquet, step by step",
        width=None if ours else "100%",
        height=HEIGHT + CHANGE * changes,
        style=None if ours else "border:0",
        loading="lazy",
        allow="clipboard-write",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """A view of a deal that a frame can show. ``address`` is relative to the page with the frame."""

    name: str
    address: str


def render_embedding(title: str, wishes: Sequence[FrameView], embed: str) -> Markup:
    """Render a frame with a deal, links to other views of the deal, and the HTML to copy.

    ``wishes`` are the views to offer, the first of which is shown. ``embed`` is the address in the
    HTML to copy; a script updates it when the reader follows a link. Without JavaScript each link
    opens its view in the frame.
    """
    first, *_ = wishes
    ways = [
        element("a", one.name, href=one.address, aria_current="true" if one is first else None)
        for one in wishes
    ]
    end = first.address.removeprefix(first.address.partition("?")[0].partition("#")[0])
    code = str(embed_code(embed + end, title))
    return element(
        "div",
        element(
            "p", *ways, class_="pq-framed-ways", role="group", aria_label="What the frame shows"
        ),
        embed_code(first.address, title, ours=True),
        render_code_to_copy("The code for this frame", code),
        class_="pq-framed",
        data_part="embed",
    )


def render_code_to_copy(label: str, code: str) -> Markup:
    """Render code with a label. A script adds the button that copies it."""
    return element(
        "div",
        element(
            "div",
            element("p", label, class_="pq-cite-head", data_part="citation-heading"),
            element("pre", code),
        ),
        class_="pq-cite-row pq-to-copy",
        data_part="citation-row",
        data_what=label,
    )


def _button(act: str, label: str, **attributes: str) -> Markup:
    return element("button", label, type="button", data_act=act, **attributes)


def _code(replay: Replay, sharing: ShareOptions, id: str, changes: int) -> Markup:
    title = replay.record.tag("Title") or replay.record.tag("Id")
    code = str(embed_code(sharing.embed, title, changes=changes))
    return element(
        "div",
        element("label", "Code that shows the deal in another page", for_=id),
        element("textarea", code, id=id, rows=4, readonly=True, spellcheck="false"),
        element(
            "p",
            _button("copy-code", "Copy the code"),
            element("a", "How embedding works", href=sharing.guide) if sharing.guide else None,
            class_="pq-shares",
            data_part="share-ways",
        ),
        element("p", PREVIEW, class_="pq-preview") if sharing.preview else None,
        class_="pq-code",
        data_part="embed-code",
    )
