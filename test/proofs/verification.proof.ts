// Guesses at /verify distinguish nothing: of 10,000 over HTTP, half at numbers that were called and half at numbers that were
// not, in random order, all answers have the same bytes, and their times do not differ (Mann-Whitney, p > 0.05). The same of
// real codes among wrong ones, whose answers have the same length. Run: node test/proofs/verification.proof.ts [guesses] [seed]

import { contactCode } from '#server/modules/messages/verification/contact-codes.rules.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { startDatabase } from '../database.ts'
import { createTestApp } from '../test-app.ts'
import { makeCampaign } from '../worlds/call-words.ts'

const guesses = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 7)
const CALLED = 200
const CALLS_OF_EACH = 5
/** Requests in flight: the time of each is that of waiting, so that more would only queue. */
const AT_ONCE = 40

const database = await startDatabase()
await migrate(database)
const app = await createTestApp({ databaseUrl: database.url, pages: await loadPages() })
try {
  const codes = await makeCalls()
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const random = generator(seed)
  await measure(address, shuffled(wrongGuesses(random), random).slice(0, 200))
  const wrong = await measure(address, shuffled(wrongGuesses(random), random))
  judge('numbers that were called and numbers that were not', wrong, { sameBytes: true })
  const some = guesses / 5
  const mixed = Array.from({ length: some }, (_, index) => {
    const isHit = index % 2 === 0
    const [number, code] = codes[index % codes.length] ?? ['', '']
    return { number, code: isHit ? code : 'ZZZZZZ', group: isHit ? 1 : 0 }
  })
  judge('right codes and wrong ones', await measure(address, shuffled(mixed, random)), { sameBytes: false })
} finally {
  await app.close()
  await database.stop()
}

interface Guess {
  number: string
  code: string
  /** 1: the number was called, or the code is right. */
  group: number
}

interface Measured {
  group: number
  ms: number
  bytes: number
  body: string
}

/** Calls to half of the numbers. @returns number and code of each */
async function makeCalls(): Promise<[string, string][]> {
  const campaign = await makeCampaign(app.connection.db)
  const numbers = Array.from({ length: CALLED * CALLS_OF_EACH }, (_, index) => numberOf(index % CALLED, true))
  const rows = await app.connection.db
    .insertInto('calls')
    .values(
      numbers.map((number, index) => ({
        ...{
          ...campaign,
          toNumber: `+61${number.slice(1)}`,
          createdAt: new Date(),
          dispatchedAt: new Date(),
        },
        ...{ provider: 'simulator', simulated: true, providerCallId: `proof-${index}` },
      })),
    )
    .returning(['id', 'toNumber'])
    .execute()
  return rows.map(({ id, toNumber }) => [
    `0${toNumber.slice(3)}`,
    contactCode(app.providers.secret, { kind: 'call', id }),
  ])
}

/** Fictitious fixed lines: (02) 5550 xxxx was called, (03) 5550 xxxx was not. */
function numberOf(index: number, isCalled: boolean): string {
  return `0${isCalled ? 2 : 3}5550${String(index).padStart(4, '0')}`
}

function wrongGuesses(random: () => number): Guess[] {
  return Array.from({ length: guesses }, (_, index) => {
    const isCalled = index % 2 === 0
    // 5 of 2^30 codes are right
    const code = Array.from({ length: 6 }, () => 'ABCDEFGHJKMNPQRSTVWXYZ'.charAt(random() * 22)).join('')
    return { number: numberOf(Math.floor(random() * CALLED), isCalled), code, group: isCalled ? 1 : 0 }
  })
}

async function measure(address: string, all: readonly Guess[]): Promise<Measured[]> {
  const measured: Measured[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let guess = all[next++]; guess; guess = all[next++]) {
      const startedAt = performance.now()
      const answer = await fetch(`${address}/verify`, {
        method: 'POST',
        body: new URLSearchParams({ number: guess.number, code: guess.code }),
      })
      const body = await answer.text()
      const ms = performance.now() - startedAt
      if (answer.status !== 200) throw new Error(`${answer.status}: ${body}`)
      // the form shows what was typed
      const neutral = body.replaceAll(guess.number, 'N'.repeat(10)).replaceAll(guess.code, 'C'.repeat(6))
      measured.push({ group: guess.group, ms, bytes: Buffer.byteLength(body), body: neutral })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return measured
}

function judge(what: string, measured: readonly Measured[], { sameBytes }: { sameBytes: boolean }): void {
  const lengths = new Set(measured.map(({ bytes }) => bytes))
  const bodies = new Set(measured.map(({ body }) => body))
  const p = mannWhitney(measured)
  const [none, some] = [0, 1].map((group) => median(measured.filter((each) => each.group === group)))
  console.log(
    `${what}: ${measured.length} answers, ${lengths.size} length(s) (${[...lengths].join(', ')} bytes), ` +
      `${bodies.size} different page(s), medians ${none?.toFixed(2)} and ${some?.toFixed(2)} ms, p = ${p.toFixed(3)}`,
  )
  if (lengths.size !== 1 || (sameBytes && bodies.size !== 1) || p <= 0.05) process.exitCode = 1
}

function median(measured: readonly Measured[]): number {
  return measured.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0
}

/** Two-sided p by the normal approximation, which holds from some twenty values on; times have no ties worth correcting. */
function mannWhitney(measured: readonly Measured[]): number {
  const sorted = measured.toSorted((a, b) => a.ms - b.ms)
  const ranks = sorted.reduce((sum, { group }, index) => sum + (group === 1 ? index + 1 : 0), 0)
  const n1 = sorted.filter(({ group }) => group === 1).length
  const n2 = sorted.length - n1
  const u = ranks - (n1 * (n1 + 1)) / 2
  const z = Math.abs((u - (n1 * n2) / 2) / Math.sqrt((n1 * n2 * (n1 + n2 + 1)) / 12))
  return 2 * (1 - normal(z))
}

/** The distribution function of the standard normal distribution for z ≥ 0, Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const sum = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (rest, factor) => t * (factor + rest),
    0,
  )
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other] as T, all[last] as T] // both indices are inside
  }
  return all
}

/** mulberry32 */
function generator(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
