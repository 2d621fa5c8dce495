/** Estimates how easily a spoken text is understood, by Flesch's formula for English. Pure. */

export interface ReadingEase {
  /** 0 to 100; the higher, the easier. */
  score: number
  words: number
  /** In a plain word or two. */
  verdict: string
  /** Suggested change; null where none is needed. */
  advice: string | null
}

const VERDICTS: readonly [from: number, verdict: string][] = [
  [80, 'Very easy to follow'],
  [60, 'Easy to follow'],
  [50, 'Fairly easy to follow'],
  [30, 'Hard to follow by ear'],
  [0, 'Very hard to follow by ear'],
]
const EASY = 50
const LONG_SENTENCE = 20

/** Too few words for the formula. */
const LEAST_WORDS = 10

/** @returns null for a text that is too short for an estimate */
export function readingEase(text: string): ReadingEase | null {
  const sentences = sentencesOf(text)
  const words = sentences.flat()
  if (words.length < LEAST_WORDS) return null
  const perSentence = words.length / sentences.length
  const perWord = words.reduce((sum, word) => sum + syllablesOf(word), 0) / words.length
  const score = Math.round(Math.min(100, Math.max(0, 206.835 - 1.015 * perSentence - 84.6 * perWord)))
  const verdict = VERDICTS.find(([from]) => score >= from)?.[1] ?? ''
  const advice =
    score >= EASY
      ? null
      : perSentence > LONG_SENTENCE
        ? 'Split the long sentences: one thought each.'
        : 'Use shorter words: what is heard once has to be understood at once.'
  return { score, words: words.length, verdict, advice }
}

/** Words of each sentence. A stop between digits (6.14) ends none. */
function sentencesOf(text: string): string[][] {
  return text
    .replaceAll(/(\d)[.,](?=\d)/g, '$1')
    .split(/[.!?…:;]+(?=\s|$)|\n+/)
    .map((sentence) => sentence.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? [])
    .filter((words) => words.length > 0)
}

/** Of an English word; a number counts a syllable a digit, as it is about read. */
export function syllablesOf(word: string): number {
  if (/^\d+$/.test(word)) return word.length
  const plain = word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z]/g, '')
  if (plain.length <= 3) return 1
  const heard = plain
    // remove silent endings
    .replace(/(?:[^laeiouy]|[aeiouy]l)es$|(?<=[^td])ed$|(?<=[^l])e$/, (end) =>
      end.length === 3 ? (end[0] ?? '') : '',
    )
    .replace(/^y/, '')
    // two syllables in 'variable', one in 'financial'
    .replaceAll(/(?<![ctg])ia/g, 'i-a')
  return Math.max(1, heard.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}
