/** Longest piece given to the synthesiser at once: its memory grows by a megabyte with each second of speech. */
const LONGEST_PHRASE = 240
const LONGEST_WORD = 40

type Rewrite = (text: string) => string

/** flite reads American English; these are the words of Australian mortgage calls that it gets wrong. */
const rewrites: Rewrite[] = [
  (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
  (text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/\s*[–—;]\s*/g, ', '),
  (text) => text.replaceAll(/[()]/g, ' ').replaceAll(/ {2,}/g, ' '),
  // Telephone, licence and business numbers are read digit by digit, a group at a time.
  (text) => text.replaceAll(/\+?\d(?: ?\d){7,}/g, spellDigits),
  (text) => text.replaceAll(/\bp\. ?a\.?(?=[\s,:!?]|$)/gi, 'per annum'),
  (text) => text.replaceAll(/\bpty\.? ltd\b/gi, 'Proprietary Limited'),
  (text) => text.replaceAll(/\bASIC\b/g, 'Aysick'),
  (text) => text.replaceAll(/\b(?:AI|AEDT|AEST|ACDT|ACST|AWST)\b/g, (letters) => [...letters].join(' ')),
  (text) => text.replaceAll(/\bQLD\b/g, 'Queensland').replaceAll(/\bVIC\b/g, 'Victoria'),
  (text) => text.replaceAll(/[^A-Za-z0-9 .,?!'%$:&@#+-]/g, ' '),
  (text) => text.replaceAll(/ +/g, ' ').trim(),
]

function spellDigits(number: string): string {
  return number
    .replace('+', '')
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ')
}

/** The text as the synthesiser is to read it: plain ASCII with numbers and abbreviations written out. */
export function spokenText(text: string): string {
  return rewrites.reduce((result, rewrite) => rewrite(result), text)
}

/** The text in the pieces that are synthesised one after the other, whole sentences where they are short enough. */
export function phrases(text: string): string[] {
  const sentences = spokenText(text).split(/(?<=[.!?]) /)
  return pack(sentences.flatMap(shortPieces)).filter((phrase) => /[A-Za-z0-9]/.test(phrase))
}

function shortPieces(sentence: string): string[] {
  if (sentence.length <= LONGEST_PHRASE) return [sentence]
  const words = sentence
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'g')) ?? [])
  return pack(words)
}

function pack(pieces: string[]): string[] {
  const packed: string[] = []
  for (const piece of pieces) {
    const last = packed.at(-1)
    if (last !== undefined && last.length + 1 + piece.length <= LONGEST_PHRASE) {
      packed[packed.length - 1] = `${last} ${piece}`
    } else packed.push(piece)
  }
  return packed
}

/**
 * Seconds that a text takes to speak in any of the voices at their usual pace, on the long side: of the lines
 * of a call hardly one takes longer. Each part was fitted to what the four voices take.
 */
export function speechSeconds(text: string): number {
  const spoken = phrases(text).join(' ')
  if (spoken === '') return 0
  const count = (pattern: RegExp) => spoken.match(pattern)?.length ?? 0
  const seconds =
    0.45 +
    0.071 * count(/[A-Za-z]/g) +
    0.37 * count(/\d/g) +
    0.2 * count(/[A-Z](?=[A-Z])/g) +
    0.3 * count(/[.!?](?= |$)/g) +
    0.16 * count(/[,:](?= )/g) +
    0.4 * count(/[%$&@#+]/g)
  return Math.max(1, Math.round(seconds * 100) / 100)
}
