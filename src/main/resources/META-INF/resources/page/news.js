// The two lines above a view: what happened elsewhere or was refused, and whether the home is heard at all.
function put(line, text, loud) {
  line.textContent = text;
  line.classList.toggle("loud", loud);
}

export const tell = (text) => put(document.getElementById("news"), text, false);

export const complain = (text) => put(document.getElementById("news"), text, true);

export const hush = () => put(document.getElementById("news"), "", false);

// A moment without a connection is nobody's business.
const PATIENCE = 3000;
let due;

export function heard(connected) {
  clearTimeout(due);
  const line = document.getElementById("line");
  if (connected) {
    put(line, "", false);
  } else {
    due = setTimeout(
      () => put(line, "The home is not heard. This page shows what it knew; it catches up by itself.", true), PATIENCE);
  }
}
