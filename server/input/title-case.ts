/** 'MCDONALD' is McDonald; 'MCE' may be a name of its own. */
const MC = /^Mc(\p{Ll})(?=\p{Ll}{2})/u
/** In front of an apostrophe: O’Brien, D’Arcy, Dell’Orto; Fa’anunu has none. */
const BEHIND_APOSTROPHE = /(?<=^(?:\p{L}|dell|dall|nell)['’`])\p{Ll}/u

/** A name in capitals or small letters as people write it: 'O’BRIEN-MCKENZIE' becomes O’Brien-McKenzie. */
export function inTitleCase(text: string): string {
  return text
    .toLowerCase()
    .split(/(?<=[\s-])/u)
    .map((word) =>
      word
        .replace(BEHIND_APOSTROPHE, (letter) => letter.toUpperCase())
        .replace(/\p{L}/u, (letter) => letter.toUpperCase())
        .replace(MC, (_mc, letter: string) => `Mc${letter.toUpperCase()}`),
    )
    .join('')
}
