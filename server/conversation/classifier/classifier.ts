// Ranks the labels of an utterance by its likeness to labelled examples: multinomial logistic regression, trained by
// `node tools/speech/train.ts` from `examples/`.

import { featuresOf, idOf, type Situation, wordsOf } from './features.ts'
import model from './weights.gen.json' with { type: 'json' }

export interface Ranked {
  /** A `Label`, or an answer to offered times: first, second, either, neither, other. */
  label: string
  /** 0 to 1; those of all labels add up to 1. */
  probability: number
  /** The words that speak most for the most probable label. */
  words: string
}

const { labels, scale } = model
const bytesOf = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, 'base64')).buffer
const rows = new Map(Array.from(new Uint32Array(bytesOf(model.ids)), (id, row) => [id, row]))
const weights = unpacked()

/** A row of weights for each feature. */
function unpacked(): Int8Array {
  const [counts, pairs] = [new Int8Array(bytesOf(model.counts)), new Int8Array(bytesOf(model.weights))]
  const all = new Int8Array(counts.length * labels.length)
  let at = 0
  for (const [row, count] of counts.entries())
    for (const end = at + 2 * count; at < end; at += 2)
      all[row * labels.length + (pairs[at] ?? 0)] = pairs[at + 1] ?? 0
  return all
}

/** Of the words of a text, at least this share must be words of examples. */
const LEAST_KNOWN = 0.5

/** The labels that examples of a situation have, the most probable first; none for a text of unknown words. */
export function classify(text: string, situation: Situation, called?: string): Ranked[] {
  const known = featuresOf(text, situation, called).flatMap((feature) => {
    const row = rows.get(idOf(feature))
    return row === undefined ? [] : [{ feature, row }]
  })
  const words = wordsOf(text, called)
  const familiar = words.filter((word) => rows.has(idOf(word)))
  if (familiar.length < LEAST_KNOWN * words.length || words.length === 0) return []
  const sums = new Int32Array(labels.length)
  for (const { row } of known)
    for (let label = 0; label < labels.length; label++)
      sums[label] = (sums[label] ?? 0) + (weights[row * labels.length + label] ?? 0)
  const exponents = softmax(Array.from(sums, (sum) => (sum * scale) / Math.sqrt(known.length)))
  const possible = new Set<string>(model.labelsOf[situation])
  const ranked = labels.flatMap((label, index) =>
    possible.has(label) ? [{ label, index, exponent: exponents[index] ?? 0 }] : [],
  )
  const total = ranked.reduce((sum, { exponent }) => sum + exponent, 0)
  return ranked
    .sort((a, b) => b.exponent - a.exponent)
    .map(({ label, index, exponent }, place) => ({
      label,
      probability: exponent / total,
      words: place === 0 ? wordsFor(index, known) : '',
    }))
}

function softmax(values: readonly number[]): number[] {
  const highest = Math.max(...values)
  return values.map((value) => Math.exp(value - highest))
}

/** The longest of the three features with most weight, without the marks of features that are no words. */
function wordsFor(label: number, known: readonly { feature: string; row: number }[]): string {
  const weightOf = ({ row }: { row: number }): number => weights[row * labels.length + label] ?? 0
  return known
    .filter(({ feature }) => !/[#:*~!A-Z^$]/.test(feature))
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, 3)
    .reduce((longest, { feature }) => (feature.length > longest.length ? feature : longest), '')
}
