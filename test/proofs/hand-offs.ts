// Hand-offs over two processes that exit and hang: the end of each, the longest silence, and mailboxes that were accepted.

import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { storeScript } from '#server/providers/live/scripts.ts'
import { signedCallback } from '../doubles/twilio/state.ts'
import { makeCampaign, words } from '../worlds/call-words.ts'
import { ACCOUNT_SID, AUTH_TOKEN, OUR_NUMBER, PUBLIC_URL } from '../worlds/twilio-world.ts'
import {
  type BrokerKind,
  type Fate,
  type Fields,
  fates,
  type LineParts,
  type PhoneKind,
  type PlayedLine,
  phoneKinds,
  playHandOff,
} from './hand-off-line.ts'

/** The variables of the processes. No request to Twilio is needed: the calls are played by their callbacks. */
export const handOffEnv = {
  PUBLIC_URL,
  VOICE_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: ACCOUNT_SID,
  TWILIO_AUTH_TOKEN: AUTH_TOKEN,
  TWILIO_FROM: OUR_NUMBER,
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
}

/** Ends the open transactions of a database, as the death of their process would. */
export const KILL_TRANSACTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')`

/** The clock of both processes, in epoch milliseconds. */
export interface VirtualClock {
  ms: number
}
/** A Tuesday in Sydney. */
export const FIRST_DAY = Date.parse('2026-11-24T09:05:00+11:00')

export interface HandOffProof {
  /** Two processes on one database. */
  processes: readonly [App, App]
  clock: VirtualClock
  count: number
  seed: number
  /** Ends the transactions of the process that works now, as its death would. */
  killTransactions(): Promise<void>
}

export interface HandOffFigures {
  ended: Record<'connected' | 'booked' | 'callback' | 'task', number>
  longestSilence: { broker: number; team: number }
  longestWait: number
  mailboxesAccepted: number
  mailboxesRung: number
  deaths: Record<Fate, number>
  repeats: number
  faults: string[]
}

export async function proveHandOffs(proof: HandOffProof): Promise<HandOffFigures> {
  const world = await prepare(proof)
  const figures: HandOffFigures = {
    ended: { connected: 0, booked: 0, callback: 0, task: 0 },
    longestSilence: { broker: 0, team: 0 },
    ...{ longestWait: 0, mailboxesAccepted: 0, mailboxesRung: 0, repeats: 0, faults: [] },
    deaths: { answers: 0, is_gone: 0, dies: 0, dies_after: 0, hangs: 0 },
  }
  for (let index = 0; index < proof.count; index++) await playOne(world, figures, index)
  return figures
}

interface World extends HandOffProof {
  random(): number
  campaign: { campaignId: number; campaignVersionId: number }
  bdms: number[]
  /** Of the clock, in epoch milliseconds. */
  firstDay: number
  /** Callbacks whose process sent no answer in time, and works on. */
  late: Promise<unknown>[]
  /** The process that receives the next callback. */
  current: 0 | 1
}

const PHONES = ['+61491570260', '+61491570261', '+61491570262', '+61491570263', '+61491570264']
const DESK = '+61491570265'

async function prepare(proof: HandOffProof): Promise<World> {
  const { db } = proof.processes[0].connection
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const bdms: number[] = []
  for (const [index, phone] of PHONES.entries()) {
    const { id } = await db
      .insertInto('bdms')
      .values({
        ...{ name: `Dana Cole ${index}`, email: `dana.${index}@lender.example.com`, phone },
        ...{ feedToken: `token-of-the-proof-${index}`, regions: index % 2 ? ['NSW'] : ['VIC'] },
        ...{ hours: JSON.stringify(hours), blocks: '[]', callHours: JSON.stringify(hours) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    bdms.push(id)
  }
  await sql`update organisation set contact_phone = ${DESK}, trading_name = 'Harbour Lending'`.execute(db)
  const random = randomFrom(proof.seed)
  return {
    ...proof,
    firstDay: proof.clock.ms,
    random,
    campaign: await makeCampaign(db),
    bdms,
    late: [],
    current: 0,
  }
}

async function playOne(world: World, figures: HandOffFigures, index: number): Promise<void> {
  const { random } = world
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  openTheDay(world)
  const { callId, sid } = await newCall(world, index, pick(world.bdms))
  const phones = new Map<string, PhoneKind>()
  const broker: BrokerKind = pick(['waits', 'books', 'names_time', 'leaves'])
  const phone = (to: string): PhoneKind => {
    const kind = phones.get(to) ?? pick(phoneKinds)
    phones.set(to, kind)
    return kind
  }
  const address = `${PUBLIC_URL}/api/webhooks/twilio/choice?call=${callId}&step=menu&turn=3&misses=0#rc=3&rp=all&ct=1000&rt=3000`
  const line = await playHandOff(partsOf(world, figures), { sid, broker, phone }, address)
  await Promise.all(world.late.splice(0))
  const over = `${PUBLIC_URL}/api/webhooks/twilio/status?call=${callId}`
  const fields = { CallSid: sid, CallStatus: 'completed', CallDuration: '60', AnsweredBy: 'human' }
  await deliver(world, over, fields)
  await judge(world, { figures, callId, line, phones })
}

/** Hand-offs start within the hours of all phones. */
function openTheDay({ clock, firstDay }: World): void {
  clock.ms += 5000
  const time = new Date(clock.ms).toLocaleTimeString('en-AU', { timeZone: 'Australia/Sydney', hour12: false })
  if (time < '16:50') return
  const days = new Date(clock.ms).toLocaleDateString('en-AU', {
    timeZone: 'Australia/Sydney',
    weekday: 'short',
  })
  const next = Math.floor((clock.ms - firstDay) / 86_400_000) + (days === 'Fri' ? 3 : 1)
  clock.ms = firstDay + next * 86_400_000
}

async function newCall({ processes, campaign, clock }: World, index: number, bdmId: number) {
  const { db } = processes[0].connection
  // unassigned, and mostly not reserved for fiction, to which no live call would be planned
  const toNumber = `+614915${70_000 + index}`
  const broker = await db
    .insertInto('brokers')
    .values({
      ...{ name: `Priya Nair ${index}`, company: 'Harbour Finance', region: 'NSW', bdmId },
      email: `priya.${index}@example.com`,
      ...{ phone: toNumber, timezone: 'Australia/Sydney', callBasis: 'express' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: callId } = await db
    .insertInto('calls')
    .values({
      ...{ ...campaign, brokerId: broker.id, toNumber },
      ...{ provider: 'twilio', simulated: false, clockSpeed: 1, dispatchedAt: new Date(clock.ms) },
      createdAt: new Date(clock.ms),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = { callId, to: '', script: words, scriptVersion: campaign.campaignVersionId }
  await storeScript(db, { ...request, calledName: 'Priya', maxDurationSeconds: 600 })
  return { callId, sid: `CA${callId.toString(16).padStart(32, '0')}` }
}

function partsOf(world: World, figures: HandOffFigures): LineParts {
  return {
    random: world.random,
    pass: (seconds) => {
      world.clock.ms += Math.round(seconds * 1000)
    },
    nextFate() {
      const fate =
        world.random() < 0.75 ? 'answers' : (fates[Math.floor(world.random() * fates.length)] ?? 'answers')
      figures.deaths[fate] += 1
      return fate
    },
    deliver: (address, fields, fate) => deliverTo(world, { address, fields, fate }),
  }
}

async function deliverTo(
  world: World,
  { address, fields, fate }: { address: string; fields: Fields; fate: Fate },
): Promise<string | null> {
  if (fate === 'answers') return deliver(world, address, fields)
  try {
    if (fate === 'is_gone') return null
    const work = deliver(world, address, fields).catch(() => null)
    if (fate === 'hangs') {
      // its work may be done before, during or after the repetition's
      world.late.push(work)
      return null
    }
    if (fate === 'dies') await world.killTransactions()
    await work
    return null
  } finally {
    world.current = world.current === 0 ? 1 : 0
  }
}

async function deliver(
  { processes, current }: World,
  address: string,
  fields: Fields,
): Promise<string | null> {
  const signed = signedCallback(address, { AccountSid: ACCOUNT_SID, ...fields }, AUTH_TOKEN)
  const url = signed.url.replace(PUBLIC_URL, '')
  const { server } = processes[current]
  const answer = await server.inject({ method: 'POST', url, headers: signed.headers, payload: signed.body })
  return answer.statusCode < 300 ? answer.body : null
}

interface Judged {
  figures: HandOffFigures
  callId: number
  line: PlayedLine
  phones: ReadonlyMap<string, PhoneKind>
}

interface Stored {
  accepted: string[]
  open: number
  booked: number
  callback: number
  tasks: number
  states: string[]
}

async function judge(world: World, { figures, callId, line, phones }: Judged): Promise<void> {
  const { rows } = await sql<Stored>`select
      coalesce((select json_agg(r.number) from hand_off_rings r join hand_offs h on h.id = r.hand_off_id
        where h.call_id = ${callId} and r.state = 'accepted'), '[]') as accepted,
      coalesce((select json_agg(state) from hand_offs where call_id = ${callId}), '[]') as states,
      (select count(*)::int from hand_off_rings r join hand_offs h on h.id = r.hand_off_id
        where h.call_id = ${callId} and (r.state in ('requested', 'ringing') and h.state <> 'accepted')) as open,
      (select count(*)::int from bookings where call_id = ${callId}) as booked,
      (select count(*)::int from requested_calls where asked_in_call_id = ${callId}) as callback,
      (select count(*)::int from tasks where subject_type = 'call' and subject_id = ${callId}) as tasks`.execute(
    world.processes[0].connection.db,
  )
  const [stored] = rows
  if (!stored) throw new Error('a query without a row')
  const fault = (text: string) =>
    figures.faults.push(`call ${callId}: ${text} ${JSON.stringify({ line, stored, phones: [...phones] })}`)
  const { accepted } = stored
  if (line.bridgedTo !== null && accepted[0] !== line.bridgedTo) fault('is connected and not accepted')
  if (accepted.length > 1) fault('is accepted by two')
  if (stored.open > 0) fault('leaves a phone ringing')
  if (line.problems.length > 0) fault('breaks the rules of Twilio')
  for (const kind of phones.values()) if (kind === 'mailbox') figures.mailboxesRung += 1
  figures.mailboxesAccepted += accepted.filter((number) => phones.get(number) === 'mailbox').length
  figures.repeats += line.repeats
  figures.longestWait = Math.max(figures.longestWait, line.waited ?? 0)
  for (const side of ['broker', 'team'] as const)
    figures.longestSilence[side] = Math.max(figures.longestSilence[side], line.silence[side])
  if (line.bridgedTo !== null && accepted.length > 0) figures.ended.connected += 1
  else if (stored.booked > 0) figures.ended.booked += 1
  else if (stored.callback > 0) figures.ended.callback += 1
  else if (stored.tasks > 0) figures.ended.task += 1
  else fault('ends with nothing')
}

/** The same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
