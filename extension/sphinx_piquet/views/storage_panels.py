"""Forms that manage browser storage. A script fills and shows them."""

from __future__ import annotations

from piquet_core.views.markup import Markup, element


def render_storage_form() -> Markup:
    """Return the form that exports, imports and deletes stored data."""
    field = element("input", type="file", accept=".json,.txt,application/json,text/plain")
    return element(
        "div",
        element("p", class_="pq-keep-what", data_part="saved-data-summary"),
        element(
            "div",
            element("button", "Save everything as a file", type="button", data_keep="save"),
            element("label", element("span", "Load a saved file"), field),
            element("button", "Forget everything", type="button", data_keep="forget"),
            class_="pq-keep-tools",
        ),
        element("p", class_="pq-keep-status", data_part="saved-data-status", role="status"),
        render_set_aside(),
        class_="pq-keep",
        data_part="saved-data",
        hidden=True,
    )


def render_offline_form() -> Markup:
    """Return the form that stores the site on a device for offline use, or removes it from the device."""
    return element(
        "div",
        element("p", class_="pq-device-what", data_part="offline-summary"),
        element("progress", aria_label="How much has come", hidden=True),
        element(
            "div",
            element("button", "Keep this site on this device", type="button", data_device="keep"),
            element("button", "Stop", type="button", data_device="stop", hidden=True),
            element("button", "Remove it from this device", type="button", data_device="remove"),
            class_="pq-keep-tools",
        ),
        element(
            "p",
            class_="pq-device-status pq-keep-status",
            data_part="offline-status",
            role="status",
        ),
        class_="pq-keep pq-device",
        data_part="offline",
        hidden=True,
    )


def render_set_aside() -> Markup:
    """Return the details block that lists archived data. A script shows it if there is any."""
    return element(
        "details",
        element("summary", "Set aside"),
        element("ul"),
        class_="pq-asides",
        data_part="set-aside",
        hidden=True,
    )
