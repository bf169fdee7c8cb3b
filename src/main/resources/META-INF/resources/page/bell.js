// Tells of cards that wait: in the title, the icon, the navigation; and in the inbox, where they appear by themselves.
import { follow } from "./stream.js";
import { heard, tell } from "./news.js";

const title = document.title.replace(/^\(\d+\) /, "");

function count(open) {
  document.title = (open > 0 ? "(" + open + ") " : "") + title;
  document.getElementById("icon").href = open > 0 ? "/page/icon-waiting.svg" : "/page/icon.svg";
  const number = document.getElementById("open");
  number.textContent = open;
  number.hidden = open === 0;
}

function inInbox(type, id) {
  const waiting = document.getElementById("waiting");
  if (!waiting || !id) {
    return;
  }
  const there = document.getElementById("card-" + id);
  const path = "/cards/" + encodeURIComponent(id);
  if (type === "card.opened" && !there) {
    htmx.ajax("GET", path, { target: waiting, swap: "beforeend" });
  } else if (type === "card.closed" && there?.dataset.state === "open" && !there.querySelector(".htmx-request")) {
    htmx.ajax("GET", path, { target: there, swap: "outerHTML" });
  }
}

// Cards that were closed while one looked stay where they are; whether any waits is another matter.
function nothingWaits() {
  const waiting = document.getElementById("waiting");
  if (waiting) {
    document.querySelector(".none").hidden = waiting.querySelector('[data-state="open"]') !== null;
  }
}

export function startBell() {
  document.body.addEventListener("htmx:afterSettle", nothingWaits);
  follow("/api/cards/events", Number(document.body.dataset.cardsAfter), ["inbox", "card.opened", "card.closed"],
    (type, data) => {
      count(data.open);
      if (type === "card.opened") {
        tell("A bot asks you something. It is in the inbox.");
      }
      inInbox(type, data.card);
    }, heard);
}
