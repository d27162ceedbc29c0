// @ts-check
/**
 * The element `<piquet-replay src="deal.piquet">` for any page. It shows `replay.html` from the folder of this script
 * in a frame, so that the styles, the scripts and the policy of neither page reach the other. Its content is a link,
 * which stays until the replay is there.
 *
 * This is a classic script without imports: a page loads it with one tag, whatever else it contains.
 */

(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const PAGE = new URL("replay.html", script?.src ?? location.href);
  /** The attributes that become parameters of the frame's address. */
  const PARAMETERS = ["view", "words", "rules", "w", "suits", "index", "theme"];
  const WAITING = 120; // pixels, until the page in the frame reports its height

  /** The policy's directive that blocked the frame; "" if none did. */
  let forbiddenBy = "";
  document.addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
    if (disposition === "enforce" && effectiveDirective === "frame-src" && blockedURI.startsWith(PAGE.origin)) forbiddenBy = effectiveDirective;
  });

  class PiquetReplay extends HTMLElement {
    static observedAttributes = ["src", "step", "height", ...PARAMETERS];

    constructor() {
      super();
      this.frame = document.createElement("iframe");
      this.fallback = document.createElement("slot");
      this.trouble = document.createElement("div");
      const root = this.attachShadow({ mode: "open" });
      root.append(this.fallback, this.trouble);
      this.frame.loading = "lazy";
      this.frame.allow = "clipboard-write";
      Object.assign(this.frame.style, { display: "block", width: "100%", border: "0", colorScheme: "normal" });
      this.frame.addEventListener("load", () => void this.check());
      this.listen = this.listen.bind(this);
    }

    connectedCallback() {
      this.style.display ||= "block";
      window.addEventListener("message", this.listen);
      this.load();
    }

    disconnectedCallback() {
      window.removeEventListener("message", this.listen);
      this.frame.remove();
    }

    attributeChangedCallback() {
      if (this.isConnected && this.shadowRoot?.contains(this.frame)) this.load();
    }

    /** The address of the page in the frame. */
    get address() {
      const address = new URL(PAGE);
      address.searchParams.set("src", new URL(this.getAttribute("src") ?? "", document.baseURI).href);
      for (const name of PARAMETERS) {
        const value = this.getAttribute(name);
        if (value) address.searchParams.set(name, value);
      }
      address.hash = this.getAttribute("step") ?? "";
      return address.href;
    }

    /** Load the frame, or say why it cannot be loaded. */
    load() {
      this.trouble.replaceChildren();
      this.fallback.hidden = false;
      const obstacle = this.obstacle();
      if (obstacle) {
        this.refuse(obstacle);
        return;
      }
      const { frame } = this;
      frame.title = this.title || this.textContent?.trim() || "A deal of Piquet, step by step";
      frame.style.height = `${Number(this.getAttribute("height")) || WAITING}px`;
      if (frame.src !== this.address) frame.src = this.address;
      if (!frame.isConnected) this.shadowRoot?.append(frame);
    }

    /** Return the reason why no frame can work, or "". */
    obstacle() {
      if (!this.getAttribute("src")) return "The element piquet-replay has no attribute src.";
      if (location.protocol === "file:") return "This page was opened from a file. Serve it with a web server.";
      if (window.origin === "null") return "This page is in a sandboxed frame without allow-same-origin.";
      if (PAGE.origin !== window.origin) return `The folder of ${PAGE.href} is on another host. Put it on this one.`;
      return "";
    }

    /** Find out whether the frame shows our page, whose script then reports its height. */
    async check() {
      const { frame } = this;
      if (!frame.src || frame.contentDocument?.querySelector(".pq-embed")) return;
      frame.remove();
      this.refuse(await this.cause());
    }

    /** Return the reason why the frame does not show our page. */
    async cause() {
      const { pathname } = PAGE;
      const response = await fetch(PAGE, { cache: "no-store" }).catch((error) => new Error(error.message));
      // Violations are reported after the frame has loaded.
      if (forbiddenBy) return `The Content-Security-Policy of this page forbids it: ${forbiddenBy}.`;
      if (response instanceof Error) return `${pathname}: ${response.message}`;
      const type = response.headers.get("content-type") ?? "";
      if (!response.ok) return `${response.status} for ${pathname}. Unpack the whole folder beside its script.`;
      if (!/^text\/html\b/i.test(type)) return `${pathname} is sent as ${type || "nothing in particular"}, not as text/html.`;
      if (!/pq-embed/.test(await response.text())) return `Another page came in place of ${pathname}.`;
      if (window.crossOriginIsolated && !response.headers.get("cross-origin-embedder-policy")) {
        return `This page has a Cross-Origin-Embedder-Policy, and ${pathname} is sent without one.`;
      }
      return `${pathname} may not be shown in a frame. See its headers X-Frame-Options and Content-Security-Policy (frame-ancestors).`;
    }

    /** Say that the deal cannot be shown. The link stays. @param {string} cause */
    refuse(cause) {
      const words = document.createElement("p");
      words.setAttribute("role", "alert");
      words.textContent = "This deal cannot be shown here.";
      const fold = document.createElement("details");
      const summary = document.createElement("summary");
      summary.textContent = "For the person who runs this site";
      fold.append(summary, cause);
      this.trouble.replaceChildren(words, fold);
    }

    /** Follow the height of the page in the frame. @param {MessageEvent} event */
    listen({ source, data }) {
      if (source !== this.frame.contentWindow || data?.type !== "piquet:height") return;
      if (!this.getAttribute("height")) this.frame.style.height = `${Number(data.height)}px`;
      this.fallback.hidden = data.shown === true;
      this.dispatchEvent(new CustomEvent("piquet:height", { detail: { height: Number(data.height) }, bubbles: true }));
    }
  }

  if (!customElements.get("piquet-replay")) customElements.define("piquet-replay", PiquetReplay);
})();
