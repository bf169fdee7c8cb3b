import { startBell } from "./bell.js";
import { startClock } from "./clock.js";
import { complain, hush } from "./news.js";
import { startTurns } from "./turns.js";

const body = document.body;

// What a form is refused comes as a whole page: what it says is shown on this one, where the form is still filled in.
body.addEventListener("htmx:responseError", (event) => {
  const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  complain(page.querySelector("[role=alert]")?.textContent ?? "That did not work.");
});
body.addEventListener("htmx:sendError", () => complain("The home did not answer. Nothing is lost: try again."));
body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.requestConfig.verb === "post") {
    hush();
  }
});

// What was answered by keyboard is not lost from under it: the focus stays with what stands there then.
let focused = "";
body.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  if (elt.contains(document.activeElement)) {
    focused = elt.closest("article.ask, #checks")?.id ?? "";
  }
});
body.addEventListener("htmx:afterSettle", () => {
  const there = document.getElementById(focused);
  if (there && document.activeElement === body) {
    there.tabIndex = -1;
    there.focus({ preventScroll: true });
  }
  focused = "";
});

// A page that the browser kept while one was elsewhere has missed what happened.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    location.reload();
  }
});

startClock();
startTurns();
startBell();
