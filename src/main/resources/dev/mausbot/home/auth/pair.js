"use strict";

const form = document.getElementById("pair");
const said = document.getElementById("said");

const label = () => {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name + "/")) || "Browser";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) => agent.includes(name));
  return browser.replace("Edg", "Edge").replace("OPR", "Opera") + (system ? " on " + system : "");
};

async function pair(presented) {
  said.textContent = "Signing in…";
  try {
    const answer = await fetch("/api/auth/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...presented, label: label(), session: "cookie" }),
    });
    if (answer.ok) {
      location.replace("/");
      return;
    }
    const problem = await answer.json();
    const wait = problem.retryAfterSeconds ? " Try again in " + problem.retryAfterSeconds + " s." : "";
    said.textContent = (problem.detail || "That did not work.") + wait;
  } catch {
    said.textContent = "The server does not answer.";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  pair({ code: form.elements.code.value });
});

function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  // What signs in stays neither in the address bar nor in the history.
  history.replaceState(null, "", location.pathname);
  if (link.has("code")) {
    form.elements.code.value = link.get("code");
    pair({ code: link.get("code") });
  } else if (link.has("credential")) {
    pair({ credential: link.get("credential") });
  }
}

if (location.hash) {
  fromLink();
}
addEventListener("hashchange", () => {
  if (location.hash) {
    fromLink();
  }
});
