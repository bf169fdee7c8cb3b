import { startBell } from "./bell.js";
import { startClock } from "./clock.js";
import { startTurns } from "./turns.js";

// What a form is refused comes as a whole page: it is shown as one.
document.body.addEventListener("htmx:responseError", (event) => {
  const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  document.getElementById("news").textContent = page.querySelector("[role=alert]")?.textContent ?? "That did not work.";
  document.getElementById("news").classList.add("loud");
});

startClock();
startTurns();
startBell();
