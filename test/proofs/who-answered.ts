// Plays calls with the real application: posts Twilio's callbacks and follows its instructions, one call after the other on a
// clock of its own, and compares the recorded outcome with the real answerer.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { seeded } from '#server/platform/random.ts'
import { storeScript } from '#server/providers/live/scripts.ts'
import { signedCallback } from '../doubles/twilio/state.ts'
import { type Element, readTwiml } from '../doubles/twilio/twiml.ts'
import { makeCampaign, words } from '../worlds/call-words.ts'
import { type Act, lineOf, type ProofLine } from './who-answered-lines.ts'

const PUBLIC_URL = 'https://brokerline.example.com'
const ACCOUNT_SID = 'AC00000000000000000000000000000001'
const AUTH_TOKEN = 'a-token-for-tests-only'
export const START = Date.parse('2026-11-24T00:00:00Z')
const MAX_TURNS = 60
const WORDS_A_SECOND = 2.6
const script = {
  ...words,
  introduction:
    'This is Alex, an AI assistant of Harbour Lending, calling for Priya with an offer for mortgage brokers: a home loan.',
}

export const whoAnsweredEnv = (twilioUrl: string) => ({
  PUBLIC_URL,
  VOICE_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: ACCOUNT_SID,
  TWILIO_AUTH_TOKEN: AUTH_TOKEN,
  TWILIO_FROM: '+61491570201',
  TWILIO_BASE_URL: twilioUrl,
})

/** Accepts changes of live calls and keeps the last one of each; there are no recordings. */
export async function startChangesOnly(): Promise<{
  url: string
  changes: Map<string, URLSearchParams>
  server: Server
}> {
  const changes = new Map<string, URLSearchParams>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const sid = /\/Calls\/(CA\w+)\.json/.exec(request.url ?? '')?.[1]
    if (request.method === 'POST' && sid) changes.set(sid, new URLSearchParams(body))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(sid ? { sid, status: 'in-progress' } : { recordings: [], page: 0, page_size: 50 }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listening on a TCP port
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, changes, server }
}

export interface Proof {
  app: App
  clock: { ms: number }
  changes: Map<string, URLSearchParams>
  count: number
  seed: number
}

export interface WhoAnsweredFigures {
  calls: Record<ProofLine['kind'], number>
  truth: number
  reached: number
  /** Reached without a person, and people who do not count as reached. */
  wrong: { reached: number; missed: number }
  hungUpOn: number
  wishesOfMachines: number
  transferred: number
  relayed: { truth: number; recorded: number }
  screened: number
  faults: string[]
}

interface Played {
  endedBy: 'us' | 'them'
  /** The person heard the menu, chose, or left. */
  isServed: boolean
  isTransferred: boolean
  words: string[]
}

export async function proveWhoAnswered(proof: Proof): Promise<WhoAnsweredFigures> {
  const { app, count, seed } = proof
  const { db } = app.connection
  const campaign = await makeCampaign(db)
  const random = seeded(seed)
  const calls = { person: 0, colleague: 0, screener: 0, mailbox: 0, challenge: 0, silent: 0 }
  const figures: WhoAnsweredFigures = {
    ...{ calls, truth: 0, reached: 0, wrong: { reached: 0, missed: 0 }, hungUpOn: 0, wishesOfMachines: 0 },
    ...{ transferred: 0, relayed: { truth: 0, recorded: 0 }, screened: 0, faults: [] },
  }
  for (let index = 0; index < count; index++) {
    const line = lineOf(random)
    const callId = await addCall(proof, campaign, index)
    const played = await playCall(proof, { callId, index, line })
    await judge(proof, figures, { callId, line, played })
  }
  return figures
}

async function addCall({ app, clock }: Proof, campaign: object, index: number): Promise<number> {
  const { db } = app.connection
  const toNumber = `+6142${String(1_000_000 + index).slice(-7)}`
  const at = new Date(clock.ms)
  const values = { ...campaign, toNumber, provider: 'twilio', simulated: false, clockSpeed: 1 }
  const row = await db
    .insertInto('calls')
    .values({ ...values, createdAt: at, dispatchedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = {
    callId: row.id,
    to: toNumber,
    script,
    scriptVersion: 1,
    calledName: 'Priya',
    maxDurationSeconds: 600,
  }
  await storeScript(db, request)
  return row.id
}

interface Playing {
  callId: number
  index: number
  line: ProofLine
}

async function playCall(proof: Proof, { callId, index, line }: Playing): Promise<Played> {
  const { app, clock, changes } = proof
  const sid = `CA${String(index).padStart(32, '0')}`
  const start = clock.ms
  const played: Played = { endedBy: 'us', isServed: false, isTransferred: false, words: [] }
  const post = async (address: string, fields: Record<string, string> = {}): Promise<string> => {
    const { url, headers, body } = signedCallback(
      address,
      { AccountSid: ACCOUNT_SID, CallSid: sid, ...fields },
      AUTH_TOKEN,
    )
    const answer = await app.server.inject({
      method: 'POST',
      url: url.replace(PUBLIC_URL, ''),
      headers,
      payload: body,
    })
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body} of ${address}`)
    return answer.body
  }
  const hook = (topic: string): string => `${PUBLIC_URL}/api/webhooks/twilio/${topic}?call=${callId}`
  let verbs: Element[] = readTwiml(await post(hook('answer')))
  let question = 0
  let verdict: string | null = null
  while (question < MAX_TURNS) {
    if (verbs.some(({ name }) => name === 'Dial')) played.isTransferred = true
    const gather = verbs.find(({ name }) => name === 'Gather')
    if (!gather) break
    question++
    const texts = [...verbs, ...gather.children].flatMap(({ name, text: said }) =>
      name === 'Say' ? [said] : [],
    )
    if (line.detected && verdict === null && question >= line.detected.beforeQuestion) {
      verdict = line.detected.as
      await post(hook('machine'), { AnsweredBy: verdict })
      const change = changes.get(sid)
      if (change?.get('Status') === 'completed') break
      const twiml = change?.get('Twiml')
      if (twiml) {
        changes.delete(sid)
        verbs = readTwiml(twiml)
        continue
      }
    }
    const act = line.act(texts)
    played.words.push(JSON.stringify(act))
    if (texts.some((said) => said.startsWith('Press 1')) || (typeof act === 'object' && 'key' in act))
      played.isServed = true
    if (act === 'hangs_up') {
      ;[played.endedBy, played.isServed] = ['them', true]
      break
    }
    clock.ms += secondsOf(act, texts, gather) * 1000
    verbs = readTwiml(await post(gather.attributes.action ?? '', fieldsOf(act)))
  }
  const seconds = Math.round((clock.ms - start) / 1000)
  const end = { CallStatus: 'completed', CallDuration: String(seconds), SipResponseCode: '200' }
  await post(hook('status'), { ...end, ...(verdict && { AnsweredBy: verdict }) })
  clock.ms += 5000
  return played
}

function secondsOf(act: Act, texts: readonly string[], gather: Element): number {
  if (typeof act === 'object') return 'says' in act ? 1 + act.says.split(' ').length / WORDS_A_SECOND : 2
  return texts.join(' ').split(' ').length / WORDS_A_SECOND + Number(gather.attributes.timeout ?? 5)
}

const fieldsOf = (act: Act): Record<string, string> =>
  act === 'silence' || act === 'hangs_up'
    ? { Digits: '' }
    : 'key' in act
      ? { Digits: act.key }
      : { SpeechResult: act.says }

async function judge(
  { app, seed }: Proof,
  figures: WhoAnsweredFigures,
  { callId, line, played }: { callId: number; line: ProofLine; played: Played },
): Promise<void> {
  const { rows } = await sql<{ outcome: string; wishes: number; relayed: number }>`
    select outcome,
      (select count(*)::int from call_events e where e.call_id = calls.id and kind in ('option', 'operator', 'callback', 'unconfirmed')
        and data ->> 'relayed' is null) as wishes,
      (select count(*)::int from call_events e where e.call_id = calls.id and data ->> 'relayed' = 'true') as relayed
    from calls where id = ${callId}`.execute(app.connection.db)
  const [call] = rows
  if (!call) throw new Error('the call is gone')
  const fault = (what: string): void => {
    figures.faults.push(
      `${what}: ${line.kind} ${JSON.stringify(line.detected)} ${played.words.join(' ')} (seed ${seed})`,
    )
  }
  figures.calls[line.kind]++
  const isReached = call.outcome === 'human'
  if (line.hasPerson) figures.truth++
  if (isReached) figures.reached++
  if (isReached && !line.hasPerson) {
    figures.wrong.reached++
    fault('reached without a person')
  }
  if (!isReached && line.hasPerson) {
    figures.wrong.missed++
    fault(`a person, but ${call.outcome}`)
  }
  if (line.kind !== 'colleague' && line.hasPerson && !played.isServed) {
    figures.hungUpOn++
    fault('hung up on')
  }
  if (!line.hasPerson && call.wishes > 0) {
    figures.wishesOfMachines++
    fault('a wish of a machine')
  }
  if (!line.hasPerson && played.isTransferred) figures.transferred++
  if (call.outcome === 'screened') figures.screened++
  if (line.relaysOptOut) figures.relayed.truth++
  if (call.relayed > 0) figures.relayed.recorded++
}
