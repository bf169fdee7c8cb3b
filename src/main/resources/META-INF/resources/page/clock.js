// Times as the reader's own clock has them, and how long what runs has been running.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function own(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-own])")) {
    time.dataset.own = "";
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

// As TurnStory does on the server.
function duration(seconds) {
  if (seconds < 60) {
    return seconds + " s";
  }
  return seconds < 3600
    ? Math.floor(seconds / 60) + " min " + (seconds % 60) + " s"
    : Math.floor(seconds / 3600) + " h " + (Math.floor(seconds / 60) % 60) + " min";
}

// The server says for how long a turn has been running: two clocks of two machines differ.
function tick(turn) {
  const took = turn.querySelector(".took");
  took.dataset.since ??= performance.now() - Number(took.dataset.seconds) * 1000;
  took.textContent = duration(Math.max(0, Math.floor((performance.now() - took.dataset.since) / 1000)));
}

// A turn that waits has no events yet; its place changes all the same.
async function place(turn) {
  if (turn.querySelector(".turn-state").dataset.state === "queued") {
    const answer = await fetch("/api/turns/" + turn.dataset.turn).catch(() => undefined);
    const position = answer?.ok ? (await answer.json()).position : 0;
    turn.querySelector(".place").textContent = position > 0 ? "place " + position + " in the queue" : "";
  }
}

let ticking;
let beats = 0;

// Runs only while a turn does.
async function beat() {
  const turns = document.querySelectorAll("[data-turn][data-live]");
  turns.forEach(tick);
  if (++beats % 2 === 0) {
    await Promise.all([...turns].map(place));
  }
  ticking = turns.length > 0 ? setTimeout(beat, 1000) : undefined;
}

function wind() {
  ticking ??= setTimeout(beat, 1000);
}

export function startClock() {
  own(document);
  wind();
  document.body.addEventListener("htmx:afterSettle", () => {
    own(document);
    wind();
  });
}
