import { startBell } from "./bell.js";
import { startClock } from "./clock.js";
import { startTurns } from "./turns.js";

// What a form is refused comes as a whole page: it is shown as one.
document.body.addEventListener("htmx:responseError", (event) => {
  const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  document.getElementById("news").textContent = page.querySelector("[role=alert]")?.textContent ?? "That did not work.";
  document.getElementById("news").classList.add("loud");
});

// What was answered by keyboard is not lost from under it.
document.body.addEventListener("htmx:afterSettle", (event) => {
  const swapped = event.target;
  if (document.activeElement === document.body && swapped.matches("article.ask, #checks")) {
    swapped.tabIndex = -1;
    swapped.focus({ preventScroll: true });
  }
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
