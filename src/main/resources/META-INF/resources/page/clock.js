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

export function startClock() {
  own(document);
  document.body.addEventListener("htmx:afterSettle", () => own(document));
  setInterval(tick, 1000);
}
