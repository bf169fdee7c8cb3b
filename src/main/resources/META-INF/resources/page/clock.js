// Times as the reader's own clock has them, and how long what runs has been running.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function own(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-own])")) {
    time.dataset.own = "";
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

function tick() {
  for (const turn of document.querySelectorAll("[data-turn][data-live]")) {
    const took = turn.querySelector(".took");
    took.textContent = Math.max(0, Math.round((Date.now() - Date.parse(took.dataset.began)) / 1000)) + " s";
  }
}

// A turn that waits has no events yet; its place changes all the same.
async function places() {
  for (const turn of document.querySelectorAll("[data-turn][data-live]")) {
    if (turn.querySelector(".turn-state").dataset.state === "queued") {
      const answer = await fetch("/api/turns/" + turn.dataset.turn).catch(() => undefined);
      const position = answer?.ok ? (await answer.json()).position : 0;
      turn.querySelector(".place").textContent = position > 0 ? "place " + position + " in the queue" : "";
    }
  }
  setTimeout(places, 2000);
}

export function startClock() {
  own(document);
  document.body.addEventListener("htmx:afterSettle", () => own(document));
  setInterval(tick, 1000);
  setTimeout(places, 2000);
}
