// Ranks the labels of an utterance by its likeness to labelled examples: multinomial logistic regression, trained by
// `node tools/speech/train.ts` from `examples/`.

import { featuresOf, type Situation, wordsOf } from './features.ts'
import model from './weights.gen.json' with { type: 'json' }

export interface Ranked {
  /** A `Label`, or an answer to offered times: first, second, either, neither, other. */
  label: string
  /** 0 to 1; those of all labels add up to 1. */
  probability: number
  /** The words that speak most for the most probable label. */
  words: string
}

const { features, labels, scale } = model
const rows = new Map(features.map((feature, index) => [feature, index]))
const weights = Int8Array.from(Buffer.from(model.weights, 'base64'))

/** Of the words of a text, at least this share must be words of examples. */
const LEAST_KNOWN = 0.6

/** The labels that examples of a situation have, the most probable first; none for a text of unknown words. */
export function classify(text: string, situation: Situation, called?: string): Ranked[] {
  const known = featuresOf(text, situation, called).flatMap((feature) => rows.get(feature) ?? [])
  const words = wordsOf(text, called)
  const familiar = words.filter((word) => rows.has(word))
  if (familiar.length < LEAST_KNOWN * words.length || words.length === 0) return []
  const sums = labels.map((_, label) =>
    known.reduce((sum, row) => sum + (weights[row * labels.length + label] ?? 0), 0),
  )
  const exponents = softmax(sums.map((sum) => (sum * scale) / Math.sqrt(known.length)))
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
function wordsFor(label: number, known: readonly number[]): string {
  return [...known]
    .sort((a, b) => (weights[b * labels.length + label] ?? 0) - (weights[a * labels.length + label] ?? 0))
    .map((row) => features[row] ?? '')
    .filter((feature) => !/[#:*A-Z^$]/.test(feature))
    .slice(0, 3)
    .reduce((longest, feature) => (feature.length > longest.length ? feature : longest), '')
}
