// The calls of the loopback Twilio: create, read, end, with their recordings.

import type { Answer, Route, Seen } from '../double.ts'
import { type Line, lineByNumber } from './calls-lines.ts'
import { endRecording, finish, play, redirect } from './calls-playing.ts'
import {
  callResource,
  isOver,
  type PlayedCall,
  type PlayedRecording,
  recordingMp3,
  recordingResource,
} from './calls-resources.ts'
import { wrongWith } from './calls-shape.ts'
import type { Playing } from './playing.ts'
import { formOf, refusal, type TwilioState } from './state.ts'

export interface CallsPart {
  routes: Route[]
  /** Every call that was made, in order. */
  calls: PlayedCall[]
  /** How often a number was made to ring. */
  timesDialled(to: string): number
  /** The number's behaviour from now on. */
  setLine(to: string, line: Line | null): void
  /** From now on calls wait while ringing, and again before their first question, until they are released. */
  holdLines(hold?: boolean): void
  /** Lets the calls to a number be answered, or go on to their end. */
  let(to: string, until: 'answered' | 'over'): void
  /** A trial account: it takes few parameters only. */
  setTrial(trial: boolean): void
}

const notFound = (what: string): Answer => refusal(404, 20404, `The requested resource ${what} was not found`)

export function callRoutes(state: TwilioState): CallsPart {
  const playings: Playing[] = []
  const lines = new Map<string, Line>()
  const allowed = new Map<string, Set<'answered' | 'over'>>()
  const waiting = new Set<() => void>()
  let holding = false
  let trial = false

  const gateOf =
    (to: string, over: AbortSignal) =>
    async (until: 'answered' | 'over'): Promise<void> => {
      const open = () =>
        !holding || over.aborted || allowed.get(to)?.has(until) || allowed.get(to)?.has('over')
      while (!open()) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
          over.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }

  function wakeAll(): void {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  function make(seen: Seen): Answer {
    const form = formOf(seen)
    const type = seen.headers['content-type'] ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded'))
      return refusal(415, 20015, `not a form: ${type}`)
    if (trial)
      return refusal(
        400,
        21000,
        'Invalid or disallowed parameters provided - trial accounts have limited parameter access, upgrade your account',
      )
    const wrong = wrongWith(form)
    if (wrong) return refusal(400, wrong.code, wrong.message)
    const to = form.get('To') ?? ''
    const line = lines.get(to) ?? lineByNumber(to, state.random)
    if (line.refused) return refusal(line.refused.status, line.refused.code, line.refused.message)
    const now = new Date()
    const call: PlayedCall = {
      ...{ sid: state.sid('CA'), to, from: form.get('From') ?? '', form, line },
      ...{ status: 'queued', createdAt: now, changedAt: now, startedAt: null, endedAt: null },
      ...{ talked: 0, answeredBy: null, told: 0, asked: 0, price: null },
      ...{ recordings: [], said: [], phones: [], problems: [] },
    }
    const over = new AbortController()
    const gate = gateOf(to, over.signal)
    const playing: Playing = { call, state, over, gate, redirected: null, interrupt: new AbortController() }
    playings.push(playing)
    state.watch(play(playing))
    return { status: 201, body: callResource(call, state) }
  }

  function update(seen: Seen, sid: string): Answer {
    const playing = playings.find(({ call }) => call.sid === sid)
    if (!playing) return notFound(seen.path)
    const { call } = playing
    const status = formOf(seen).get('Status')
    const twiml = formOf(seen).get('Twiml')
    if (twiml !== null) {
      if (call.status !== 'in-progress')
        return refusal(400, 21220, 'Call is not in-progress. Cannot redirect.')
      redirect(playing, twiml)
      return { status: 200, body: callResource(call, state) }
    }
    if (status !== 'canceled' && status !== 'completed')
      return refusal(400, 20001, `Status ${status} is not played here`)
    if (isOver(call)) return refusal(400, 21220, 'Call is not in-progress. Cannot redirect.')
    // a conversation is left alone by 'canceled'
    if (status === 'completed' || call.status !== 'in-progress') finish(playing, status)
    return { status: 200, body: callResource(call, state) }
  }

  function list(seen: Seen): Answer {
    const { query } = seen
    const size = Math.min(1000, Number(query.get('PageSize') ?? 50))
    const page = Number(query.get('Page') ?? 0)
    const matching = playings
      .map(({ call }) => call)
      .filter(({ to }) => !query.has('To') || query.get('To') === to)
      .filter(({ from }) => !query.has('From') || query.get('From') === from)
      .filter(({ status }) => !query.has('Status') || query.get('Status') === status)
      .toReversed()
    const calls = matching.slice(page * size, (page + 1) * size).map((call) => callResource(call, state))
    const next = new URLSearchParams({ ...Object.fromEntries(query), Page: String(page + 1) })
    const next_page_uri = matching.length > (page + 1) * size ? `${seen.path}?${next}` : null
    return { status: 200, body: { calls, page, page_size: size, next_page_uri, uri: seen.path } }
  }

  const one = (sid: string): PlayedCall | undefined => playings.find(({ call }) => call.sid === sid)?.call
  const recordingOf = (sid: string): PlayedRecording | undefined =>
    playings
      .flatMap(({ call }) => call.recordings)
      .find((recording) => recording.sid === sid && !recording.deleted)

  function listRecordings(seen: Seen, sid: string): Answer {
    const call = one(sid)
    if (!call) return notFound(seen.path)
    const kept = call.recordings.filter(({ deleted }) => !deleted)
    const recordings = kept.map((recording) => recordingResource(recording, call, state))
    return { status: 200, body: { recordings, page: 0, page_size: 50, next_page_uri: null, uri: seen.path } }
  }

  function stop(seen: Seen, sid: string, name: string): Answer {
    const playing = playings.find(({ call }) => call.sid === sid)
    const running = playing?.call.recordings.find(
      (recording) =>
        recording.status === 'in-progress' && (name === 'Twilio.CURRENT' || recording.sid === name),
    )
    if (!playing || !running) return notFound(seen.path)
    if (formOf(seen).get('Status') !== 'stopped') return refusal(400, 20001, 'only stopped is played here')
    endRecording(playing, running)
    return { status: 200, body: recordingResource(running, playing.call, state) }
  }

  function remove(seen: Seen, sid: string): Answer {
    const recording = recordingOf(sid)
    if (!recording) return notFound(seen.path)
    recording.deleted = true
    return { status: 204 }
  }

  async function media(seen: Seen, sid: string): Promise<Answer> {
    const recording = recordingOf(sid)
    if (recording?.status !== 'completed') return notFound(seen.path)
    return { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: await recordingMp3() }
  }

  const account = `/2010-04-01/Accounts/${state.accountSid}`
  const path = (rest: string): RegExp => new RegExp(`^${account}${rest}$`)
  const routes: Route[] = [
    { method: 'POST', path: path('/Calls\\.json'), answer: (seen) => make(seen) },
    { method: 'GET', path: path('/Calls\\.json'), answer: (seen) => list(seen) },
    {
      method: 'GET',
      path: path('/Calls/(?<sid>CA\\w+)\\.json'),
      answer: (seen, { sid = '' }) => {
        const call = one(sid)
        return call ? { status: 200, body: callResource(call, state) } : notFound(seen.path)
      },
    },
    {
      method: 'POST',
      path: path('/Calls/(?<sid>CA\\w+)\\.json'),
      answer: (seen, { sid = '' }) => update(seen, sid),
    },
    {
      method: 'GET',
      path: path('/Calls/(?<sid>CA\\w+)/Recordings\\.json'),
      answer: (seen, { sid = '' }) => listRecordings(seen, sid),
    },
    {
      method: 'POST',
      path: path('/Calls/(?<sid>CA\\w+)/Recordings/(?<name>[\\w.]+)\\.json'),
      answer: (seen, { sid = '', name = '' }) => stop(seen, sid, name),
    },
    {
      method: 'DELETE',
      path: path('/Recordings/(?<sid>RE\\w+)\\.json'),
      answer: (seen, { sid = '' }) => remove(seen, sid),
    },
    {
      method: 'GET',
      path: path('/Recordings/(?<sid>RE\\w+)\\.mp3'),
      answer: (seen, { sid = '' }) => media(seen, sid),
    },
  ]
  return {
    routes,
    get calls() {
      return playings.map(({ call }) => call)
    },
    timesDialled: (to) => playings.filter(({ call }) => call.to === to).length,
    setLine(to, line) {
      if (line) lines.set(to, line)
      else lines.delete(to)
    },
    holdLines(hold = true) {
      holding = hold
      wakeAll()
    },
    let(to, until) {
      allowed.set(to, (allowed.get(to) ?? new Set()).add(until))
      wakeAll()
    },
    setTrial(next) {
      trial = next
    },
  }
}
