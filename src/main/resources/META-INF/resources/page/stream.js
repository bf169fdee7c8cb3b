// An event stream that begins where the page ends, comes back by itself, and hands on each event once.
const LONGEST_PAUSE = 30_000;

export function follow(path, after, types, take, heard = () => {}) {
  let last = after;
  let pause = 1000;
  let source;
  let closed = false;

  const close = () => {
    closed = true;
    source.close();
  };

  const open = () => {
    source = new EventSource(path + "?after=" + last);
    source.onopen = () => {
      pause = 1000;
      heard(true);
    };
    for (const type of types) {
      source.addEventListener(type, (event) => {
        const id = Number(event.lastEventId);
        if (id <= last && type !== "inbox") {
          return;
        }
        last = id;
        take(type, JSON.parse(event.data), close);
      });
    }
    source.onerror = () => {
      if (!closed) {
        heard(false);
      }
      // A browser comes back by itself after a lost connection, but not after a refusal; we do, while we are signed in.
      if (!closed && source.readyState === EventSource.CLOSED) {
        setTimeout(again, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    };
  };

  async function again() {
    const answer = await fetch("/api/auth/sessions").catch(() => undefined);
    if (closed) {
      return;
    }
    if (answer?.status === 401) {
      location.assign("/pair");
    } else {
      open();
    }
  }

  open();
  addEventListener("pagehide", close, { once: true });
  return close;
}
