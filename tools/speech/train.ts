// `node tools/speech/train.ts`: trains the classifier from server/conversation/classifier/examples and writes its
// weights. Run it after a change of the examples or features.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { featuresOf, type Situation } from '#server/conversation/classifier/features.ts'

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
/** Rarer features carry no signal. */
const LEAST_COUNT = 3
const EPOCHS = 8
const RATE = 0.35
const PENALTY = 2e-6
/** Weights below this share of the largest are left out. */
const LEAST_WEIGHT = 0.08

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
  features: number[]
  label: number
}

export function train(examples: readonly Example[]) {
  const all = examples.flatMap((example) => {
    return [example, ...alsoIn(example).map((situation) => ({ ...example, situation }))]
  })
  const labels = [...new Set(all.map(({ label }) => label))].sort()
  const found = all.map(({ text, situation }) => featuresOf(text, situation))
  const features = commonOf(found)
  const index = new Map(features.map((feature, at) => [feature, at]))
  const rows: Row[] = all.map(({ label }, at) => ({
    label: labels.indexOf(label),
    features: (found[at] ?? []).flatMap((feature) => index.get(feature) ?? []),
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

/** Adaptive gradient descent over a fixed order of examples; rare labels count more. */
function fitted(rows: readonly Row[], size: { features: number; labels: number }): Float64Array {
  const weights = new Float64Array(size.features * size.labels)
  const squares = new Float64Array(weights.length).fill(0.1)
  const counts = Array.from(
    { length: size.labels },
    (_, label) => rows.filter((row) => row.label === label).length,
  )
  for (const row of shuffled(rows, EPOCHS)) {
    const norm = 1 / Math.sqrt(row.features.length)
    const importance = Math.min(2, Math.max(0.6, Math.sqrt(200 / (counts[row.label] ?? 1)))) * norm
    probabilitiesOf(row, weights, size.labels).forEach((probability, label) => {
      const error = (probability - (label === row.label ? 1 : 0)) * importance
      if (Math.abs(error) < 1e-4) return
      for (const feature of row.features) {
        const at = feature * size.labels + label
        const gradient = error + PENALTY * (weights[at] ?? 0)
        squares[at] = (squares[at] ?? 0) + gradient * gradient
        weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(squares[at] ?? 1)
      }
    })
  }
  return weights
}

function probabilitiesOf({ features }: Row, weights: Float64Array, labels: number): number[] {
  const norm = 1 / Math.sqrt(features.length)
  const sums = Array.from({ length: labels }, (_, label) =>
    features.reduce((sum, feature) => sum + (weights[feature * labels + label] ?? 0), 0),
  )
  const highest = Math.max(...sums)
  const exponents = sums.map((sum) => Math.exp((sum - highest) * norm))
  const total = exponents.reduce((sum, each) => sum + each, 0)
  return exponents.map((each) => each / total)
}

function* shuffled<T>(rows: readonly T[], epochs: number): Generator<T> {
  const order = [...rows]
  let state = 7
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
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

/** A byte for each weight, and only features that have one. */
function packed(features: readonly string[], weights: Float64Array, labels: number) {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const rowOf = (index: number) => weights.subarray(index * labels, (index + 1) * labels)
  const kept = features
    .map((_, index) => index)
    .filter((index) => rowOf(index).some((weight) => Math.abs(weight) > LEAST_WEIGHT * largest))
  const bytes = Int8Array.from(
    kept.flatMap((index) => [...rowOf(index)].map((weight) => Math.round((weight / largest) * 127))),
  )
  return {
    features: kept.map((index) => features[index] ?? ''),
    scale: largest / 127,
    weights: Buffer.from(bytes.buffer).toString('base64'),
  }
}

if (process.argv[1] === import.meta.filename) {
  const model = train(readExamples())
  writeFileSync(FILE, `${JSON.stringify(model)}\n`)
  console.log(
    `${model.features.length} features, ${model.labels.length} labels, ${model.weights.length} characters of weights`,
  )
}
