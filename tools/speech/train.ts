// `node tools/speech/train.ts`: trains the classifier from server/conversation/classifier/examples and writes its
// weights. Run it after a change of the examples or features.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { featuresOf, idOf, type Situation } from '#server/conversation/classifier/features.ts'

const folder = new URL('../../server/conversation/classifier/', import.meta.url)
const FILE = new URL('weights.gen.json', folder)
const SITUATIONS: readonly Situation[] = [
  ...(['voice', 'inbound', 'greeting', 'sms', 'confirm', 'slots'] as const),
]
/** Words about the menu have another meaning while times are offered. */
const NOT_OF_SLOTS = /^(?:yes|no|ack|option_[23])$/
const PLACES = /\b(?:one|two|three|first|second|third|\d)\b/

/** The other situations in which an example counts. */
function alsoIn({ situation, label, text }: Example): Situation[] {
  if (situation !== 'voice') return []
  return NOT_OF_SLOTS.test(label) || PLACES.test(text) ? ['inbound'] : ['inbound', 'slots']
}
/** Words that name a place among the offered times, besides those that stand for a time. */
const NAMES_PLACE =
  /\b(?:first|second|one|two|former|latter|last|earlier|later|sooner|soonest|before|after|1|2)\b/

/** What is said of the first time can be said of the second. */
function mirrored(example: Example): Example[] {
  const { situation, label, text } = example
  if (situation !== 'slots' || !/(?:first|second)time/.test(text) || NAMES_PLACE.test(text)) return []
  const swapped = (words: string) =>
    words.replaceAll(/\b(first|second)(?=time|$)/g, (place) => OTHER[place] ?? place)
  return [{ situation, label: swapped(label), text: swapped(text) }]
}
const OTHER: Readonly<Record<string, string>> = { first: 'second', second: 'first' }

/** Rarer features carry no signal. */
const LEAST_COUNT = 3
const EPOCHS = 8
const RATE = 0.35
const PENALTY = 2e-6
/** Share of the features of an example that a step ignores, so that no single one decides. */
const DROPPED = 0.3
/** Features kept, those with the largest weights: the file stays below 1 MiB. */
const MOST_FEATURES = 52_000
/** Weights below this many steps of 127 are 0. */
const LEAST_STEP = 3

export interface Example {
  situation: Situation
  label: string
  text: string
}

/** The labelled examples: under a line '# label' a line each. */
export function readExamples(): Example[] {
  return SITUATIONS.flatMap((situation) => {
    let label = ''
    return readFileSync(new URL(`examples/${situation}.txt`, folder), 'utf8')
      .split('\n')
      .flatMap((line) => {
        if (line.startsWith('# ')) label = line.slice(2).trim()
        return line === '' || line.startsWith('# ') ? [] : [{ situation, label, text: line }]
      })
  })
}

/** Checksum of the training inputs, with which a test detects outdated weights. */
export function fingerprintOf(examples: readonly Example[]): string {
  const features = examples.map(({ text, situation }) => featuresOf(text, situation))
  return createHash('sha256')
    .update(JSON.stringify([examples, features]))
    .digest('hex')
}

interface Row {
  features: Int32Array
  label: number
}

export function train(examples: readonly Example[]) {
  const all = examples.flatMap((example) => {
    const others = alsoIn(example).map((situation) => ({ ...example, situation }))
    return [example, ...others, ...mirrored(example)]
  })
  const labels = [...new Set(all.map(({ label }) => label))].sort()
  const found = all.map(({ text, situation }) => featuresOf(text, situation))
  const features = commonOf(found)
  const index = new Map(features.map((feature, at) => [feature, at]))
  const rows: Row[] = all.map(({ label }, at) => ({
    label: labels.indexOf(label),
    features: Int32Array.from((found[at] ?? []).flatMap((feature) => index.get(feature) ?? [])),
  }))
  const weights = fitted(rows, { features: features.length, labels: labels.length })
  const labelsOf = Object.fromEntries(
    SITUATIONS.map((situation) => [
      situation,
      labels.filter((label) => all.some((each) => each.situation === situation && each.label === label)),
    ]),
  )
  return {
    labels,
    labelsOf,
    ...packed(features, weights, labels.length),
    fingerprint: fingerprintOf(examples),
  }
}

function commonOf(found: readonly string[][]): string[] {
  const counts = new Map<string, number>()
  for (const features of found)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= LEAST_COUNT).map(([feature]) => feature)
}

/** The same numbers in every run. */
function numbers(): () => number {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Adaptive gradient descent over a fixed order of examples; rare labels count more. */
function fitted(
  rows: readonly Row[],
  { features, labels }: { features: number; labels: number },
): Float32Array {
  const weights = new Float32Array(features * labels)
  const squares = new Float32Array(weights.length).fill(0.1)
  const random = numbers()
  const counts = Array.from(
    { length: labels },
    (_, label) => rows.filter((row) => row.label === label).length,
  )
  const errors = new Float64Array(labels)
  for (const row of shuffled(rows, EPOCHS, random)) {
    const kept = row.features.filter(() => random() >= DROPPED)
    if (kept.length === 0) continue
    const importance = Math.min(2, Math.max(0.6, Math.sqrt(200 / (counts[row.label] ?? 1))))
    setErrors(errors, { kept, weights, label: row.label })
    for (let label = 0; label < labels; label++) {
      const error = ((errors[label] ?? 0) * importance) / Math.sqrt(kept.length)
      if (Math.abs(error) < 1e-4) continue
      for (const feature of kept) {
        const at = feature * labels + label
        const gradient = error + PENALTY * (weights[at] ?? 0)
        squares[at] = (squares[at] ?? 0) + gradient * gradient
        weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(squares[at] ?? 1)
      }
    }
  }
  return weights
}

/** Sets the probability of each label, less 1 for the right one. */
function setErrors(
  errors: Float64Array,
  { kept, weights, label }: { kept: Int32Array; weights: Float32Array; label: number },
): void {
  const labels = errors.length
  errors.fill(0)
  for (const feature of kept)
    for (let each = 0; each < labels; each++)
      errors[each] = (errors[each] ?? 0) + (weights[feature * labels + each] ?? 0)
  const norm = 1 / Math.sqrt(kept.length)
  const highest = Math.max(...errors)
  let total = 0
  for (let each = 0; each < labels; each++) {
    errors[each] = Math.exp(((errors[each] ?? 0) - highest) * norm)
    total += errors[each] ?? 0
  }
  for (let each = 0; each < labels; each++)
    errors[each] = (errors[each] ?? 0) / total - (each === label ? 1 : 0)
}

function* shuffled<T>(rows: readonly T[], epochs: number, random: () => number): Generator<T> {
  const order = [...rows]
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const [one, two] = [order[at], order[other]]
      if (one === undefined || two === undefined) continue
      order[at] = two
      order[other] = one
    }
    yield* order
  }
}

/**
 * For each feature its number and how many labels it has weights for; for each of those two bytes, label and weight.
 */
function packed(features: readonly string[], weights: Float32Array, labels: number) {
  const sizes = features.map((_, index) =>
    weights
      .subarray(index * labels, (index + 1) * labels)
      .reduce((most, weight) => Math.max(most, Math.abs(weight)), 0),
  )
  const least = [...sizes].sort((a, b) => b - a)[MOST_FEATURES] ?? 0
  const largest = Math.max(...sizes)
  const kept = features.flatMap((feature, index) => {
    if ((sizes[index] ?? 0) <= least) return []
    const row = Array.from(weights.subarray(index * labels, (index + 1) * labels), (weight) =>
      Math.round((weight / largest) * 127),
    ).flatMap((weight, label) => (Math.abs(weight) >= LEAST_STEP ? [[label, weight]] : []))
    return row.length === 0 ? [] : [{ id: idOf(feature), row }]
  })
  return {
    scale: largest / 127,
    ids: base64(Uint32Array.from(kept.map(({ id }) => id))),
    counts: base64(Int8Array.from(kept.map(({ row }) => row.length))),
    weights: base64(Int8Array.from(kept.flatMap(({ row }) => row.flat()))),
  }
}

const base64 = ({ buffer }: Uint32Array<ArrayBuffer> | Int8Array<ArrayBuffer>): string =>
  Buffer.from(buffer).toString('base64')

if (process.argv[1] === import.meta.filename) {
  const model = train(readExamples())
  writeFileSync(FILE, `${JSON.stringify(model)}\n`)
  console.log(`${model.labels.length} labels, ${JSON.stringify(model).length} characters`)
}
