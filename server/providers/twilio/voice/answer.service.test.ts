import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldOf } from '#server/modules/bookings/held-times.store.ts'
import { findScript, storeScript } from '#server/providers/live/scripts.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { anyPerson, type Line, personWho } from '#test/doubles/twilio/calls-lines.ts'
import type { PlayedCall } from '#test/doubles/twilio/calls-resources.ts'
import { signedCallback } from '#test/doubles/twilio/state.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { words } from '#test/worlds/call-words.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'
import { ACCOUNT_SID, AUTH_TOKEN, PUBLIC_URL } from '#test/worlds/twilio-world.ts'

let world: TwilioCalls
beforeAll(async () => {
  world = await createTwilioCalls()
  await addBdm(world.app)
})
afterAll(() => world?.close())

async function callWith(line: Line, script?: Partial<CallScript>) {
  const to = world.number(1)
  world.twilio.calls.setLine(to, line)
  const { callId } = await world.dial(to, script)
  await world.twilio.settled()
  const played = world.twilio.calls.calls.find((call) => call.to === to)
  if (!played) throw new Error('nothing was dialled')
  expect(played.problems).toEqual([])
  const events = await world.events(callId)
  return { callId, played, events, call: await world.call(callId) }
}

/** Our response to Twilio after a key press, or silence, in a turn. */
async function answerTo(callId: number, turn: number, key: string): Promise<string> {
  const address = `${PUBLIC_URL}/api/webhooks/twilio/choice?call=${callId}&step=menu&turn=${turn}&misses=0`
  const heard = { AccountSid: ACCOUNT_SID, CallSid: `CA${String(callId).padStart(32, '7')}`, Digits: key }
  const { url, headers, body } = signedCallback(address, heard, AUTH_TOKEN)
  const path = url.replace(PUBLIC_URL, '')
  return (await world.app.server.inject({ method: 'POST', url: path, headers, payload: body })).body
}

const choices = (events: { kind: string }[]) =>
  events.filter(({ kind }) => kind === 'option').map((event) => Object(event).option)
const recordings = ({ recordings }: PlayedCall) => recordings.map(({ deleted }) => deleted)

describe('what is said to a person', () => {
  // Covers: calls-twilio-8
  it('begins with the greeting, whatever the script says', async () => {
    const { played } = await callWith(personWho('hangs_up'), { body: 'Buy now!' })
    expect(played.said[0]).toBe(words.greeting)
    const silent = await callWith(anyPerson)
    expect(silent.played.said.slice(0, 2)).toEqual([words.greeting, words.body])
  })

  // Covers: who-answered-2
  it('ends without a conversation after two questions without speech, and nothing is kept', async () => {
    const { call, played, events } = await callWith(anyPerson)
    expect(played.said.filter((text) => text === words.menu[3]?.text)).toHaveLength(2)
    expect(call).toMatchObject({ status: 'no_answer', outcome: 'silent', response: null })
    expect(recordings(played)).toEqual([true])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'answered_by', who: 'silence' }))
    // a word or a key is a person's
    const hello = await callWith(personWho({ says: 'Hello?' }))
    expect(hello.call).toMatchObject({ status: 'completed', outcome: 'human' })
  })

  // Covers: calls-twilio-8
  it('is the greeting again where a hello broke it off, once', async () => {
    const { played, call } = await callWith(personWho({ says: 'Hello?' }, { says: 'Who is it?' }))
    expect(played.said.filter((text) => text === words.greeting)).toHaveLength(2)
    expect(call.response).toBeNull()
  })

  it('is the menu once more where nothing was understood, then goodbye', async () => {
    const { played } = await callWith(personWho('silence', { says: 'Hm' }, { key: '9' }))
    const menus = played.said.filter((text) => text === words.menu[3]?.text)
    expect(menus).toHaveLength(2)
    expect(played.said.at(-1)).toContain('Goodbye')
  })

  // Covers: analytics-figures-9
  it('notes that the menu was played, once, and not where the person hangs up in the greeting', async () => {
    const menus = ({ events }: { events: { kind: string }[] }) =>
      events.filter(({ kind }) => kind === 'menu').length
    expect(menus(await callWith(personWho('silence', { says: 'Hm' }, { key: '9' })))).toBe(1)
    expect(menus(await callWith(personWho('hangs_up')))).toBe(0)
  })

  it('is escaped, and cut where it is too long for one sentence of Twilio', async () => {
    const body = `Say <Hangup/> & "quotes". ${'A long sentence about the offer. '.repeat(150)}`
    const { played } = await callWith(anyPerson, { body: body.trim() })
    expect(played.said.join(' ')).toContain(`Say <Hangup/> & "quotes". A long`)
    expect(Math.max(...played.said.map((text) => text.length))).toBeLessThanOrEqual(4096)
    expect(played.said.join(' ').replaceAll(/\s+/g, ' ')).toContain(body.trim())
  })
})

describe('a choice', () => {
  // Covers: calls-twilio-8
  it('is heard by key while the greeting is said', async () => {
    const { events, call, played } = await callWith(personWho({ key: '3' }))
    expect(choices(events)).toEqual(['option_3'])
    expect(call).toMatchObject({ status: 'completed', outcome: 'human', response: 'option_3' })
    expect(played.said).not.toContain(words.body)
  })

  it('is heard by voice, and tells that it was', async () => {
    const { events } = await callWith(
      personWho('silence', { says: 'text me the link' }, { says: 'Yes please.' }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'option', option: 'option_1', source: 'voice' }),
    )
  })

  // Covers: calls-twilio-9
  it('counts as the last valid one, and each is told', async () => {
    const { events, call } = await callWith(personWho('silence', { key: '1' }, { key: '3' }, { key: '7' }))
    expect(choices(events)).toEqual(['option_1', 'option_3'])
    expect(call.response).toBe('option_3')
  })

  // Covers: calls-twilio-9
  it('is final where it is an opt-out, in the middle of a sentence too', async () => {
    const { call, played } = await callWith(personWho({ says: 'Stop. And text me the link.' }, { key: '1' }))
    expect(call.response).toBe('option_4')
    expect(played.asked).toBe(1)
  })

  // Covers: calls-twilio-9
  it('is no choice where it is only a yes', async () => {
    const { events } = await callWith(personWho('silence', { says: 'Yes.' }, { says: 'Yes, okay.' }))
    expect(choices(events)).toEqual([])
  })
})

describe('a meeting', () => {
  const slotOf = (events: { kind: string }[]) => events.filter(({ kind }) => kind === 'option')
  const offeredIn = async (callId: number) => (await findScript(world.db, callId))?.offered ?? []
  const heldBy = (callId: number) => heldOf(world.app.ctx(), callId)
  const bookedFor = async (callId: number) => {
    const { rows } = await sql<{ start: Date }>`select lower(during) as start from bookings
      where call_id = ${callId}`.execute(world.db)
    return rows.map(({ start }) => start.toISOString())
  }

  // Covers: calls-twilio-10
  it('is booked at the time that was named, by key or by voice, and the other one is free again', async () => {
    const byKey = await callWith(personWho('silence', { key: '2' }, { key: '2' }))
    const [, second] = await offeredIn(byKey.callId)
    expect(slotOf(byKey.events)).toMatchObject([{ option: 'option_2', source: 'key', slot: second?.start }])
    expect(byKey.played.said.join(' ')).toContain(`Your meeting is booked for ${second?.spoken}, Sydney time`)
    expect(await bookedFor(byKey.callId)).toEqual([second?.start])
    const byVoice = await callWith(
      personWho('silence', { says: 'a meeting' }, { says: 'The first one' }, { says: 'Yes.' }),
    )
    const [first] = await offeredIn(byVoice.callId)
    expect(slotOf(byVoice.events)).toMatchObject([
      { option: 'option_2', source: 'voice', slot: first?.start },
    ])
    expect(await bookedFor(byVoice.callId)).toEqual([first?.start])
    for (const { callId } of [byKey, byVoice]) expect(await heldBy(callId)).toEqual([])
  })

  // Covers: calls-twilio-10
  it('holds what it offers before it is spoken, and the same where Twilio asks again', async () => {
    const to = world.number(1)
    const callId = await world.callTo(to)
    await storeScript(world.db, world.request(callId, to))
    const turn = (number: number, key: string) => answerTo(callId, number, key)
    const once = await turn(3, '2')
    const held = await heldBy(callId)
    expect(held).toHaveLength(2)
    expect(await turn(3, '2')).toBe(once)
    expect(await heldBy(callId)).toEqual(held)
    // A second request means that the first times do not suit.
    await turn(5, '2')
    const later = await heldBy(callId)
    expect(later[0]?.start.getTime()).toBeGreaterThan(held[1]?.start.getTime() ?? Infinity)
    await turn(7, '3')
    expect(await heldBy(callId)).toEqual([])
  })

  it('is wished for without a time where none was named, twice', async () => {
    const { events, played } = await callWith(personWho('silence', { key: '2' }, 'silence', { says: 'hm' }))
    expect(slotOf(events)).toMatchObject([{ option: 'option_2', slot: null }])
    expect(played.said.filter((text) => text.includes('I can offer you'))).toHaveLength(2)
  })

  // Covers: calls-twilio-10
  it('is wished for also where they hang up while the times are read, which are free again', async () => {
    const { callId, events, call } = await callWith(personWho('silence', { key: '2' }, 'hangs_up'))
    expect(slotOf(events)).toMatchObject([{ option: 'option_2', slot: null }])
    expect(call.response).toBe('option_2')
    expect(await heldBy(callId)).toEqual([])
  })

  it('gives way to another choice, and to an opt-out', async () => {
    const other = await callWith(personWho({ key: '2' }, { key: '3' }))
    expect(choices(other.events)).toEqual(['option_3'])
    const stopped = await callWith(personWho({ key: '2' }, { says: 'Stop calling me' }))
    expect(choices(stopped.events)).toEqual(['option_4'])
    for (const { callId } of [other, stopped]) expect(await heldBy(callId)).toEqual([])
  })

  // Covers: calls-twilio-10
  it('is neither offered nor taken where the menu has none', async () => {
    const menu = words.menu.filter(({ option }) => option !== 'option_2')
    const line = personWho('silence', { key: '2' }, { says: 'Can you book me a meeting?' })
    const { events, played, callId } = await callWith(line, { menu })
    expect(choices(events)).toEqual([])
    expect(played.said.join(' ')).not.toMatch(/meeting/i)
    expect(await bookedFor(callId)).toEqual([])
  })
})

describe('the agent’s part of a call', () => {
  it.each([
    ['is ended after ten minutes', 11, 'Hangup', 'Gather'],
    ['goes on before', 9, 'Gather', 'Hangup'],
  ] as const)('%s, whatever the person says', async (_, minutes, told, untold) => {
    const to = world.number(1)
    const callId = await world.callTo(to)
    await storeScript(world.db, world.request(callId, to))
    await sql`update calls set dispatched_at = clock_timestamp() - make_interval(mins => ${minutes})
      where id = ${callId}`.execute(world.db)
    const answer = await answerTo(callId, 3, '')
    expect(answer).toContain(`<${told}`)
    expect(answer).not.toContain(`<${untold}`)
  })
})

describe('a recording', () => {
  it('is deleted at Twilio once we keep it ourselves, which may be asked for again', async () => {
    const { played } = await callWith(personWho('silence', { key: '1' }))
    const provider = world.app.providers.voice.named('twilio')
    const call = { ref: played.recordings[0]?.sid ?? '', providerCallId: null }
    await provider?.forget?.(call)
    await provider?.forget?.(call)
    expect(recordings(played)).toEqual([true])
  })

  it('runs from the answer, is told once a person listens, and is named when it is there', async () => {
    const { call, played } = await callWith(personWho('silence', { key: '1' }))
    expect(played.recordings).toHaveLength(1)
    expect(call).toMatchObject({ recordingStatus: 'completed', recordingRef: played.recordings[0]?.sid })
  })

  // Covers: calls-twilio-12
  it("stops at 'don't record', is deleted, and the call goes on", async () => {
    const { call, events, played } = await callWith(
      personWho({ says: "Don't record this, please." }, 'silence', { key: '1' }),
    )
    expect(recordings(played)).toEqual([true])
    expect(events.map(({ kind }) => kind)).toContain('recording_declined')
    expect(call).toMatchObject({ recordingStatus: 'missing', recordingRef: null, response: 'option_1' })
    expect(played.said).toContain(words.body)
  })
})

describe('an answering machine', () => {
  const machine: Line = {
    ...anyPerson,
    detected: { as: 'machine_start', afterSeconds: 2 },
    does: () => ({ says: 'You have reached Priya. Text me, or leave a message after the tone.' }),
  }

  // Covers: calls-twilio-13
  it.each([
    'machine_start',
    'machine_end_beep',
    'machine_end_silence',
    'machine_end_other',
    'fax',
  ])('is hung up on and nothing is kept: %s', async (as) => {
    const { call, events, played } = await callWith({ ...machine, detected: { as, afterSeconds: 2 } })
    expect(call).toMatchObject({ status: 'no_answer', outcome: 'voicemail', response: null })
    expect(call).toMatchObject({ recordingStatus: 'missing', recordingRef: null })
    expect(recordings(played)).toEqual([true])
    expect(events.map(({ kind }) => kind)).not.toContain('recording')
  })

  it('is known also where the last callback does not say so', async () => {
    const { call, played } = await callWith({ ...machine, keepsVerdict: true })
    expect(call.outcome).toBe('voicemail')
    expect(recordings(played)).toEqual([true])
  })

  // Covers: calls-twilio-13
  it('is none where a key was pressed before', async () => {
    const line = {
      ...personWho({ key: '1' }, 'silence', 'silence'),
      detected: { as: 'machine_start', afterSeconds: 6 },
    }
    const { call, played } = await callWith(line)
    expect(call).toMatchObject({ outcome: 'human', response: 'option_1', recordingStatus: 'completed' })
    expect(recordings(played)).toEqual([false])
    expect(played.said.at(-1)).toContain('Goodbye')
  })

  // Covers: calls-twilio-13
  it('is never taken for granted: "unknown" hears the whole script', async () => {
    const { call, played } = await callWith({
      ...personWho({ says: 'Yes, hello?' }),
      detected: { as: 'unknown', afterSeconds: 1 },
    })
    expect(call.outcome).toBe('human')
    expect(played.said).toContain(words.menu[3]?.text)
    expect(recordings(played)).toEqual([false])
  })
})
