// What a terminal or a browser would obey without showing it is made visible, as HostileText does on the server. Everything
// from a bot goes through here and then into textContent, never into markup.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Cf}\p{Cs}]/gu;
const JOINERS = new Set([0xad, 0x200c, 0x200d]);

function picture(character) {
  const point = character.codePointAt(0);
  if (JOINERS.has(point)) {
    return character;
  }
  if (point < 0x20) {
    return String.fromCodePoint(0x2400 + point);
  }
  if (point === 0x7f) {
    return "\u2421";
  }
  return "⟨U+" + point.toString(16).toUpperCase().padStart(4, "0") + "⟩";
}

export const shown = (text) => String(text ?? "").replace(HIDDEN, picture);
