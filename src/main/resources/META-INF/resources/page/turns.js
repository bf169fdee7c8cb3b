// Follows the turns of a conversation that are not over, and shows what they do as TurnStory does on the server.
import { shown } from "./text.js";
import { follow } from "./stream.js";

const TYPES = ["started", "text", "thinking", "tool_call", "tool_result", "output", "status", "note", "junk",
  "mcp_server_failed", "result", "card.opened", "card.closed", "ended"];
const MOST_PARTS = 2000;
const MOST_CHARS = 400_000;

const made = (kind) => document.querySelector(`template[data-part="${kind}"]`).content.firstElementChild.cloneNode(true);

const nearEnd = () => innerHeight + scrollY > document.documentElement.scrollHeight - 160;

class Story {
  constructor(turn) {
    this.turn = turn;
    this.parts = turn.querySelector(".parts");
  }

  add(kind) {
    const part = made(kind);
    this.parts.append(part);
    if (this.parts.childElementCount > MOST_PARTS) {
      this.parts.firstElementChild.remove();
    }
    return part;
  }

  line(kind, text) {
    if (text) {
      this.add(kind).textContent = shown(text);
    }
  }

  // What comes in pieces is one part.
  more(kind, text) {
    const last = this.parts.lastElementChild;
    const part = last && last.classList.contains(kind) ? last : this.add(kind);
    const words = part.querySelector(".words") ?? part;
    const piece = shown(text);
    words.chars = (words.chars ?? words.textContent.length) + piece.length;
    words.append(piece);
    while (words.childNodes.length > 1 && words.chars > MOST_CHARS) {
      words.chars -= words.firstChild.textContent.length;
      words.firstChild.remove();
    }
  }

  called(data) {
    const part = this.add("tool");
    part.dataset.call = data.id;
    part.dataset.state = "running";
    part.querySelector(".name").textContent = shown(data.name);
    part.querySelector(".input").textContent = shown(data.input);
  }

  answered(data) {
    const calls = [...this.parts.querySelectorAll(".tool")].filter((part) => part.dataset.call === data.id);
    const part = calls.at(-1) ?? this.add("tool");
    const state = data.failed ? "failed" : "done";
    part.dataset.state = state;
    part.querySelector(".state").textContent = state;
    part.querySelector(".output").append(shown(data.output));
  }

  asked(data) {
    const slot = this.add("card");
    slot.dataset.card = data.card;
    this.card(data);
  }

  card(data) {
    const slot = [...this.parts.querySelectorAll(".card-slot")].find((one) => one.dataset.card === data.card);
    const state = slot?.firstElementChild?.dataset.state;
    // What is being answered here comes back with its answer.
    if (slot && (state === undefined || state === "open") && !slot.querySelector(".htmx-request")) {
      htmx.ajax("GET", "/cards/" + encodeURIComponent(data.card), { target: slot, swap: "innerHTML" });
    }
  }

  state(word, reason) {
    const state = this.turn.querySelector(".turn-state");
    state.textContent = word;
    state.dataset.state = word;
    this.turn.querySelector(".place").textContent = "";
    const last = this.parts.lastElementChild;
    const told = last?.classList.contains("failed") && last.textContent === shown(reason);
    this.turn.querySelector(".reason").textContent = told ? "" : shown(reason);
  }

  // From now on its time is told; what it waited is another matter.
  begun() {
    const took = this.turn.querySelector(".took");
    took.dataset.since = performance.now();
    took.textContent = "0 s";
  }

  ended(data) {
    this.state(data.state.toLowerCase(), data.reason);
    this.turn.querySelector(".stop")?.remove();
    this.turn.removeAttribute("data-live");
  }

  take(type, data) {
    switch (type) {
      case "started":
        this.state("running", "");
        this.begun();
        this.line("status", data.text);
        break;
      case "text": this.more("said", data.text); break;
      case "thinking": this.more("thinking", data.text); break;
      case "output": this.more(data.stream === "err" ? "err" : "out", data.text + "\n"); break;
      case "tool_call": this.called(data); break;
      case "tool_result": this.answered(data); break;
      case "status": this.line("status", data.text); break;
      case "note": this.line("note", data.text); break;
      case "junk": this.line("status", data.line); break;
      case "mcp_server_failed": this.line("status", data.server + ": " + data.text); break;
      case "result": this.line("failed", data.succeeded ? "" : data.message); break;
      case "card.opened": this.asked(data); break;
      case "card.closed": this.card(data); break;
      case "ended": this.ended(data); break;
    }
  }
}

// A browser opens six connections to a server at most: of many turns that wait, the first are followed.
const MOST_FOLLOWED = 3;
let followed = 0;

function followTurns() {
  for (const turn of document.querySelectorAll("[data-turn][data-live]:not([data-followed])")) {
    if (followed >= MOST_FOLLOWED) {
      return;
    }
    followed++;
    turn.dataset.followed = "";
    const story = new Story(turn);
    follow("/api/turns/" + turn.dataset.turn + "/events", Number(turn.dataset.after), TYPES, (type, data, close) => {
      const stay = nearEnd();
      story.take(type, data);
      if (type === "ended") {
        close();
        followed--;
        followTurns();
      }
      if (stay) {
        scrollTo(0, document.documentElement.scrollHeight);
      }
    });
  }
}

export function startTurns() {
  followTurns();
  const form = document.querySelector("form.say");
  form?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt === form && event.detail.successful) {
      form.reset();
      document.getElementById("nothing")?.remove();
      followTurns();
      form.scrollIntoView({ block: "end" });
      // On a phone that would bring up the keyboard.
      if (matchMedia("(pointer: fine)").matches) {
        form.querySelector("textarea").focus({ preventScroll: true });
      }
    }
  });
}
