// An event stream that begins where the page ends, comes back by itself, and hands on each event once.
const LONGEST_PAUSE = 30_000;

export function follow(path, after, types, take) {
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
      // A browser gives up after some answers; we do not, unless we are done or nobody is signed in any more.
      if (!closed && source.readyState === EventSource.CLOSED) {
        setTimeout(() => closed || open(), pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    };
  };

  open();
  addEventListener("pagehide", close, { once: true });
  return close;
}
