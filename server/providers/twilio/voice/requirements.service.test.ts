import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NUMBER_PATTERN, NUMBER_UNVERIFIED, TRIAL_LIMIT } from '#contract/brokers/phone-messages.ts'
import type { Fault, Seen } from '#test/doubles/double.ts'
import { anyPerson, personWho } from '#test/doubles/twilio/calls-lines.ts'
import type { PlayedCall } from '#test/doubles/twilio/calls-resources.ts'
import { formOf, signedCallback } from '#test/doubles/twilio/state.ts'
import { until } from '#test/test-app.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'
import { AUTH_TOKEN, OUR_NUMBER, PUBLIC_URL } from '#test/worlds/twilio-world.ts'

let world: TwilioCalls
beforeAll(async () => {
  world = await createTwilioCalls()
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.twilio.setFault(undefined)
  world.twilio.setTrip(undefined)
  world.twilio.calls.setTrial(false)
  world.twilio.calls.holdLines(false)
  await world.db.deleteFrom('vendorStates').execute()
})

const isDial = ({ method, path }: Seen): boolean => method === 'POST' && path.endsWith('/Calls.json')
const dials = (): Seen[] => world.twilio.seen.filter(isDial)
const playedTo = (to: string): PlayedCall => {
  const call = world.twilio.calls.calls.find((played) => played.to === to)
  if (!call) throw new Error('it was not dialled')
  return call
}

/** Dials while something is wrong with exactly that request. */
async function dialWith(fault: Fault, to: string) {
  world.twilio.setFault((seen) => (isDial(seen) ? fault : undefined))
  const callId = await world.callTo(to)
  const before = dials().length
  const answer = await world.voice.dial(world.request(callId, to))
  world.twilio.setFault(undefined)
  return { callId, answer, asked: dials().length - before }
}

/** Posts a callback as Twilio would, or as anyPerson else does. */
async function post(address: string, fields: Record<string, string>, token = AUTH_TOKEN) {
  const { url, headers, body } = signedCallback(`${PUBLIC_URL}${address}`, fields, token)
  const reply = await world.app.server.inject({
    method: 'POST',
    url: url.slice(PUBLIC_URL.length),
    headers: { ...headers, host: 'elsewhere.example' },
    payload: body,
  })
  return { status: reply.statusCode, text: reply.body }
}

describe('a dial', () => {
  // Covers: calls-twilio-1
  it('is one form to Calls.json: our number, our addresses with our call, every event, detection in the background', async () => {
    const to = world.number(9)
    const { callId } = await world.dial(to)
    await world.twilio.settled()
    const form = Object.fromEntries(formOf(dials().at(-1) as Seen)) // it was just dialled
    expect(form).toMatchObject({ To: to, From: OUR_NUMBER, MachineDetection: 'Enable', AsyncAmd: 'true' })
    expect(form).toMatchObject({ Timeout: '35', TimeLimit: '14400' })
    expect(form).not.toHaveProperty('Twiml')
    const base = `${PUBLIC_URL}/api/webhooks/twilio`
    expect(form.Url).toMatch(new RegExp(`^${base}/answer\\?call=${callId}#rc=`))
    expect(form.StatusCallback).toMatch(new RegExp(`^${base}/status\\?call=${callId}#rc=5&rp=5xx,ct,rt$`))
    expect(form.AsyncAmdStatusCallback).toMatch(new RegExp(`^${base}/machine\\?call=${callId}#rc=5`))
    expect(formOf(dials().at(-1) as Seen).getAll('StatusCallbackEvent')).toEqual([
      'initiated',
      'ringing',
      'answered',
      'completed',
    ])
  })

  // Covers: calls-twilio-1
  it.each<Fault>([
    'broken',
    'broken_after',
    'cut',
    'reset',
  ])('whose answer is "%s" is ambiguous, and is not asked for again', async (fault) => {
    const { answer, asked } = await dialWith(fault, world.number(9))
    expect(answer.kind).toBe('ambiguous')
    expect(asked).toBe(1)
    await world.twilio.settled()
  })

  // Covers: calls-twilio-1
  it('that Twilio is too busy for is not taken, and nothing is asked until it may be', async () => {
    const { answer, asked } = await dialWith('busy', world.number(9))
    expect(answer).toMatchObject({ kind: 'not_taken' })
    expect(asked).toBe(1)
    const rest = await world.voice.restsUntil()
    expect(rest?.getTime()).toBeGreaterThan(Date.now())
    const before = dials().length
    const to = world.number(9)
    expect(await world.voice.dial(world.request(await world.callTo(to), to))).toMatchObject({
      kind: 'not_taken',
    })
    expect(dials().length).toBe(before)
  })

  // Covers: calls-twilio-3
  it.each([
    [400, 21211, 'invalid_number', NUMBER_PATTERN],
    [400, 21219, 'provider_fault', NUMBER_UNVERIFIED],
    [400, 21215, 'provider_fault', 'geographic permissions'],
    [400, 21210, 'provider_fault', 'The number we call from'],
    [401, 20003, 'provider_fault', 'does not accept our key'],
    [403, 20005, 'provider_fault', 'suspended or closed'],
    [400, 29999, 'provider_fault', 'error 29999'],
  ])('refused with %i %i is %s, with one sentence', async (status, code, outcome, message) => {
    const to = world.number(9)
    world.twilio.calls.setLine(to, {
      ...anyPerson,
      refused: { status, code, message: `No to ${AUTH_TOKEN}` },
    })
    const answer = await world.voice.dial(world.request(await world.callTo(to), to))
    expect(answer).toMatchObject({ kind: 'refused', outcome, message: expect.stringContaining(message) })
    expect(JSON.stringify(answer)).not.toContain(AUTH_TOKEN)
  })

  // Covers: calls-twilio-3
  it('from a trial account that may not do this says so', async () => {
    world.twilio.calls.setTrial(true)
    const to = world.number(9)
    const answer = await world.voice.dial(world.request(await world.callTo(to), to))
    expect(answer).toMatchObject({ kind: 'refused', message: TRIAL_LIMIT })
  })

  // Covers: calls-twilio-2
  it.each([
    '+61491570156',
    '+61255501234',
    '+15005550006',
    '+611300975707',
    '+61112',
    '0491570201',
    '+6149157020',
  ])('to %s is never asked for', async (to) => {
    const before = world.twilio.seen.length
    expect(world.voice.mayDial(to)).toBe(false)
    const answer = await world.voice.dial(world.request(await world.callTo(to), to))
    expect(answer).toMatchObject({ kind: 'refused', outcome: 'invalid_number' })
    expect(world.twilio.seen.length).toBe(before)
  })
})

describe('callbacks', () => {
  const endsOf = async (callId: number) => (await world.events(callId)).filter(({ kind }) => kind === 'ended')

  // Covers: calls-twilio-6
  it.each(['twice', 'late'] as const)('that come %s end the call as it ended, once', async (trip) => {
    let count = 0
    world.twilio.setTrip(() => (trip === 'late' && count++ % 2 === 0 ? 'once' : trip))
    const to = world.number(1)
    world.twilio.calls.setLine(to, personWho('silence', { key: '3' }))
    const { callId } = await world.dial(to)
    await world.twilio.settled()
    expect(await world.call(callId)).toMatchObject({ outcome: 'human', response: 'option_3' })
    expect(await endsOf(callId)).toHaveLength(1)
    expect((await world.events(callId)).filter(({ kind }) => kind === 'option')).toHaveLength(1)
  })

  // Covers: calls-twilio-6
  it('in any order come to the same end', async () => {
    const sid = `CA${'a'.repeat(32)}`
    const stories = [
      ['completed', 'ringing', 'in-progress', 'initiated'],
      ['initiated', 'ringing', 'in-progress', 'completed'],
      ['in-progress', 'completed', 'completed', 'ringing'],
    ]
    for (const [index, story] of stories.entries()) {
      const callId = await world.callTo(world.number(1))
      for (const CallStatus of story) {
        const Timestamp = new Date(Date.UTC(2026, 10, 24, 1, 0, story.indexOf(CallStatus))).toUTCString()
        const fields = {
          CallSid: sid.slice(0, -1) + index,
          CallStatus,
          Timestamp,
          AnsweredBy: 'human',
          CallDuration: '31',
        }
        expect((await post(`/api/webhooks/twilio/status?call=${callId}`, fields)).status).toBe(204)
      }
      expect(await world.call(callId)).toMatchObject({ status: 'completed', outcome: 'human', duration: 31 })
    }
  })

  it.each([
    ['busy', '486', 'busy'],
    ['no-answer', '487', 'no_answer'],
    ['busy', '603', 'declined'],
    ['failed', '404', 'invalid_number'],
    ['failed', '480', 'no_answer'],
    ['failed', '500', 'provider_fault'],
    ['canceled', '487', 'cancelled'],
  ])('of a call that is "%s" with SIP %s mean %s', async (CallStatus, SipResponseCode, outcome) => {
    const callId = await world.callTo(world.number(1))
    const sid = `CA${callId.toString(16).padStart(32, '0')}`
    await post(`/api/webhooks/twilio/status?call=${callId}`, { CallSid: sid, CallStatus, SipResponseCode })
    expect((await world.call(callId)).outcome).toBe(outcome)
  })

  // Covers: calls-twilio-5
  it('that Twilio did not sign are refused and counted, and nothing of them is kept', async () => {
    const callId = await world.callTo(world.number(1))
    const fields = { CallSid: `CA${'f'.repeat(32)}`, CallStatus: 'completed' }
    const forged = await post(`/api/webhooks/twilio/status?call=${callId}`, fields, 'another token')
    expect(forged.status).toBe(403)
    expect(await world.events(callId)).toEqual([])
    const { times } = await world.db
      .selectFrom('refusedCallbacks')
      .select('times')
      .where('vendor', '=', 'twilio')
      .executeTakeFirstOrThrow()
    expect(times).toBeGreaterThan(0)
  })

  // Covers: calls-twilio-6
  it('about no call, or about another call of Twilio, have no effect', async () => {
    const { callId, sid } = await world.dial(world.number(0))
    await world.twilio.settled()
    const before = await world.events(callId)
    const fields = { CallStatus: 'completed', AnsweredBy: 'human', CallDuration: '9' }
    const other = `CA${'b'.repeat(32)}`
    expect((await post('/api/webhooks/twilio/status?call=999999', { ...fields, CallSid: sid })).status).toBe(
      204,
    )
    expect(
      (await post(`/api/webhooks/twilio/status?call=${callId}`, { ...fields, CallSid: other })).status,
    ).toBe(204)
    expect((await post('/api/webhooks/twilio/status', { ...fields, CallSid: sid })).status).toBe(204)
    const strange = await post(`/api/webhooks/twilio/answer?call=${callId}`, { CallSid: other })
    expect(strange).toMatchObject({ status: 200, text: expect.stringContaining('<Hangup/>') })
    expect(await world.events(callId)).toEqual(before)
    expect((await world.call(callId)).outcome).toBe('no_answer')
  })

  // Covers: calls-twilio-7
  it('that need Twilio while it is out of order are answered with 503, so that they are sent again', async () => {
    world.twilio.calls.holdLines()
    const to = world.number(7)
    const { callId, sid } = await world.dial(to)
    world.twilio.calls.let(to, 'answered')
    await until('it is answered', async () => (await world.call(callId)).status === 'answered')
    world.twilio.setFault(() => 'broken')
    const verdict = { CallSid: sid, AnsweredBy: 'machine_start' }
    const end = { CallSid: sid, CallStatus: 'completed', CallDuration: '4' }
    const machine = `/api/webhooks/twilio/machine?call=${callId}`
    expect((await post(`/api/webhooks/twilio/status?call=${callId}`, end)).status).toBe(503)
    expect((await post(machine, verdict)).status).toBe(503)
    expect((await world.call(callId)).outcome).toBeNull()
    world.twilio.setFault(undefined)
    playedTo(to).answeredBy = 'machine_start'
    expect((await post(machine, verdict)).status).toBe(204)
    world.twilio.calls.let(to, 'over')
    await world.twilio.settled()
    expect(playedTo(to).status).toBe('completed')
    expect((await world.call(callId)).outcome).toBe('voicemail')
  })

  it('of a recording that is to be deleted come again until it is', async () => {
    const to = world.number(5)
    world.twilio.calls.setLine(to, personWho({ says: 'Do not record this.' }))
    world.twilio.setTrip(({ url }) => (/\/(status|recording)\?/.test(url) ? 'lost' : 'once'))
    const { callId, sid } = await world.dial(to)
    await world.twilio.settled()
    const [recording] = playedTo(to).recordings
    const told = { CallSid: sid, RecordingSid: recording?.sid ?? '', RecordingStatus: 'completed' }
    world.twilio.setFault(({ method }) => (method === 'DELETE' ? 'broken' : undefined))
    const address = `/api/webhooks/twilio/recording?call=${callId}`
    expect((await post(address, told)).status).toBe(503)
    expect(recording?.deleted).toBe(false)
    world.twilio.setFault(undefined)
    // A repeat succeeds as well: a missing recording counts as deleted.
    for (let times = 0; times < 2; times++) expect((await post(address, told)).status).toBe(204)
    expect(recording?.deleted).toBe(true)
    expect((await world.call(callId)).recordingRef).toBeNull()
  })

  // Covers: calls-twilio-6
  it('answer the same turn alike when it is told again', async () => {
    const to = world.number(1)
    const { callId, sid } = await world.dial(to)
    await world.twilio.settled()
    const address = `/api/webhooks/twilio/choice?call=${callId}&step=menu&turn=30&misses=0`
    const [first, second] = [
      await post(address, { CallSid: sid, Digits: '1' }),
      await post(address, { CallSid: sid, Digits: '1' }),
    ]
    expect(second).toEqual(first)
    const told = (await world.events(callId)).filter(({ key }) => key.includes(':turn:30'))
    expect(told).toHaveLength(1)
  })
})

describe('what was lost', () => {
  // Covers: calls-twilio-7
  it('is asked for by the name that a callback told, where the answer to the dial was cut', async () => {
    const to = world.number(0)
    const { callId, answer } = await dialWith('broken_after', to)
    expect(answer.kind).toBe('ambiguous')
    await world.twilio.settled()
    const found = await world.voice.lookup({ callId, providerCallId: null })
    expect(found).toMatchObject({ kind: 'found', providerCallId: playedTo(to).sid, from: OUR_NUMBER })
  })

  // Covers: calls-twilio-7
  it('is found by number and time where no callback came either, with the whole story', async () => {
    world.twilio.setTrip(({ url }) =>
      url.includes('/status') || url.includes('/recording') ? 'lost' : 'once',
    )
    const to = world.number(1)
    world.twilio.calls.setLine(to, personWho({ key: '3' }))
    const { callId } = await dialWith('cut', to)
    await world.twilio.settled()
    const found = await world.voice.lookup({ callId, providerCallId: null })
    if (found.kind !== 'found') throw new Error(found.kind)
    expect(found.events).toContainEqual(expect.objectContaining({ kind: 'ended', outcome: 'human' }))
    const ref = playedTo(to).recordings[0]?.sid
    expect(found.events).toContainEqual(
      expect.objectContaining({ kind: 'recording', status: 'completed', ref }),
    )
  })

  // Covers: calls-twilio-7
  it('is not taken from another call of ours to the same number', async () => {
    const to = world.number(0)
    await world.dial(to)
    await world.twilio.settled()
    const callId = await world.callTo(to)
    expect(await world.voice.lookup({ callId, providerCallId: null })).toEqual({ kind: 'absent' })
  })

  it('is not taken from a call of another time', async () => {
    const to = world.number(0)
    world.twilio.setTrip(() => 'lost')
    const { callId } = await dialWith('cut', to)
    await world.twilio.settled()
    const dispatchedAt = new Date(Date.now() - 3_600_000)
    await world.db.updateTable('calls').set({ dispatchedAt }).where('id', '=', callId).execute()
    expect(await world.voice.lookup({ callId, providerCallId: null })).toEqual({ kind: 'absent' })
  })

  it.each<Fault>(['busy', 'broken', 'reset'])('cannot be said while Twilio is "%s"', async (fault) => {
    const { callId, sid } = await world.dial(world.number(0))
    await world.twilio.settled()
    world.twilio.setFault(() => fault)
    expect((await world.voice.lookup({ callId, providerCallId: sid })).kind).toBe('unavailable')
    expect((await world.voice.lookup({ callId, providerCallId: null })).kind).toBe('unavailable')
  })

  it('of a machine is no recording: what is left is deleted when it is asked about', async () => {
    world.twilio.setTrip(({ url }) => (/\/(status|recording)\?/.test(url) ? 'lost' : 'once'))
    const to = world.number(7)
    const { callId, sid } = await world.dial(to)
    await world.twilio.settled()
    expect(playedTo(to).recordings).toMatchObject([{ deleted: false }])
    const found = await world.voice.lookup({ callId, providerCallId: sid })
    if (found.kind !== 'found') throw new Error(found.kind)
    expect(found.events).toContainEqual(expect.objectContaining({ kind: 'ended', outcome: 'voicemail' }))
    expect(found.events.map(({ kind }) => kind)).not.toContain('recording')
    expect(playedTo(to).recordings).toMatchObject([{ deleted: true }])
  })
})

describe('the price of a call', () => {
  // Covers: calls-twilio-15
  it('is told once Twilio names it, as an amount above zero with its money', async () => {
    const to = world.number(5)
    const { callId, sid } = await world.dial(to)
    await world.twilio.settled()
    const costs = async () => {
      const found = await world.voice.lookup({ callId, providerCallId: sid })
      return found.kind === 'found' ? found.events.filter(({ kind }) => kind === 'cost') : []
    }
    await until('a price is named', async () => playedTo(to).price !== null)
    expect(await costs()).toMatchObject([{ amount: expect.stringMatching(/^0\.\d{4}$/), currency: 'USD' }])
    playedTo(to).price = null
    expect(await costs()).toEqual([])
  })
})

describe('an end by us', () => {
  it('is sure of a call whose name was lost with the answer', async () => {
    world.twilio.calls.holdLines()
    const to = world.number(1)
    const { callId } = await dialWith('broken_after', to)
    await world.voice.end({ callId, providerCallId: null })
    expect(playedTo(to).status).toBe('canceled')
    world.twilio.calls.let(to, 'over')
    await world.twilio.settled()
  })

  it('says that it could not be done while Twilio cannot be reached', async () => {
    const callId = await world.callTo(world.number(1))
    world.twilio.setFault(() => 'broken')
    const sid = `CA${'c'.repeat(32)}`
    await expect(world.voice.end({ callId, providerCallId: sid })).rejects.toThrow('answer was unclear')
  })
})

describe('the download of a recording', () => {
  // Covers: calls-twilio-14
  it('takes nothing but an MP3 of Twilio, and says why not without a secret', async () => {
    const missing = { callId: 1, ref: `RE${'0'.repeat(32)}` }
    await expect(world.voice.recording(missing)).rejects.toThrow('does not have this recording')
    await expect(world.voice.recording({ callId: 1, ref: '../Calls' })).rejects.toThrow(
      'not a Twilio recording',
    )
    world.twilio.setFault(() => 'cut')
    await expect(world.voice.recording(missing)).rejects.not.toThrow(AUTH_TOKEN)
  })
})
