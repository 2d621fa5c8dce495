// Two processes get 200 concurrent bookings for one time, during reads of the calendar and bookings of other times. The
// time was held by an unconfirmed booking. In every round one booking gets it, all others are answered 409, and none is
// answered 500. Run: node test/proofs/bookings.proof.ts [rounds]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { AvailabilityDay } from '#contract/bookings/bookings.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { startServer } from '../product/server.ts'

const VISITORS = 200
const READS = 60
const OTHERS = 3

const rounds = Number(process.argv[2] ?? 20)
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bookings-'))
const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error }, settings: {} })
const port = 20_000 + (process.pid % 20_000)
const env = {
  DATABASE_URL: postgres.url,
  DATABASE_OWNER_URL: postgres.ownerUrl,
  PUBLIC_URL: `http://localhost:${port}`,
  SESSION_SECRET: 'a-secret-of-the-proof-of-bookings-at-once',
  VAULT_KEY: (await generateAgeKey()).identity,
  // a mail server that is away: bookings wait for their confirmation
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@example.com',
}
const database = new pg.Client(postgres.ownerUrl)
await database.connect()
const servers = [await startServer({ env: { ...env, PORT: String(port) } })]
let faults = 0
let visitors = 0
try {
  servers.push(await startServer({ env }))
  await database.query('update bdms set active = false')
  await database.query(`insert into bdms (name, email, hours, blocks, feed_token)
    select 'Only One', 'only.one@lender.example.com',
      jsonb_agg(jsonb_build_object('weekday', day, 'from', '09:00', 'to', '17:00')), '[]', 'proof'
    from generate_series(1, 5) day`)
  const starts = await freeStarts()
  for (let round = 1; round <= rounds; round++) faults += await play(round, starts)
} finally {
  for (const server of servers) await server.stop()
  await database.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = faults > 0 ? 1 : 0

function urlOf(index: number): string {
  return servers[index % servers.length]?.url ?? ''
}

async function freeStarts(): Promise<string[]> {
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const answer = await fetch(`${urlOf(0)}/api/bookings/availability?from=${day(1)}&to=${day(61)}`)
  const days = (await answer.json()) as AvailabilityDay[] // the contract's answer
  return days.flatMap(({ slots }) => slots.filter(({ available }) => available).map(({ start }) => start))
}

async function book(index: number, scheduledDate: string): Promise<number> {
  visitors += 1
  const answer = await fetch(`${urlOf(index)}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ meetingType: 'product-discussion', scheduledDate, attendees: 1, name: `Visitor ${visitors}` },
      ...{ email: `visitor${visitors}@example.com`, phone: `+6125550${String(visitors).padStart(4, '0')}` },
    }),
  })
  await answer.text()
  return answer.status
}

async function read(index: number, start: string): Promise<number> {
  const date = start.slice(0, 10)
  const answer = await fetch(`${urlOf(index)}/api/bookings/availability?from=${date}&to=${date}`)
  await answer.text()
  return answer.status
}

/** A booking whose half hour is over, which no job has processed yet. */
async function holdUnconfirmed(start: string): Promise<void> {
  await database.query(
    `insert into bookings (bdm_id, during, status, confirm_by, meeting_type, attendees, name, email, source, uid)
      select id, tstzrange($1::timestamptz, $1::timestamptz + interval '1 hour'), 'unconfirmed',
        now() - interval '1 second', 'general-inquiry', 1, 'Late', 'late@example.com', 'web', gen_random_uuid()
      from bdms where active`,
    [start],
  )
}

function counted(statuses: readonly number[]): string {
  return [...Map.groupBy(statuses.toSorted(), (status) => status)]
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(', ')
}

/** @returns the number of faults */
async function play(round: number, starts: string[]): Promise<number> {
  const [wanted = '', ...others] = starts.splice(0, 1 + OTHERS)
  await holdUnconfirmed(wanted)
  const began = performance.now()
  const [answers, elsewhere, reads] = await Promise.all([
    Promise.all(Array.from({ length: VISITORS }, (_, index) => book(index, wanted))),
    Promise.all(others.map((start, index) => book(index, start))),
    Promise.all(Array.from({ length: READS }, (_, index) => read(index, wanted))),
  ])
  const took = ((performance.now() - began) / 1000).toFixed(1)
  const { rows } = await database.query<{ holders: number }>(
    `select count(*)::int as holders from bookings join bdms on bdms.id = bdm_id
      where bdms.active and status <> 'cancelled' and lower(during) = $1`,
    [wanted],
  )
  const right =
    answers.filter((status) => status === 201).length === 1 &&
    answers.filter((status) => status === 409).length === VISITORS - 1 &&
    elsewhere.every((status) => status === 201) &&
    reads.every((status) => status === 200) &&
    rows[0]?.holders === 1
  console.log(
    `${right ? 'ok  ' : 'FAIL'} round ${round}: ${counted(answers)} and ${rows[0]?.holders} stored; ` +
      `other times ${counted(elsewhere)}; reads ${counted(reads)}; ${took} s`,
  )
  return right ? 0 : 1
}
