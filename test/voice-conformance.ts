import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallOutcome, CallResponse } from '#contract/calls/calls.ts'
import type { CallScript, DialRequest, VoiceEvent, VoiceProvider } from '#server/providers/ports/voice.ts'

/** An act of a called line. The harness provides a number for each. */
export type LineBehaviour =
  | 'rings_out'
  | 'engaged'
  | 'voicemail'
  | 'out_of_service'
  | 'hangs_up_in_greeting'
  | 'chooses_nothing'
  | CallResponse

/** The last digit of a number that behaves like this, with the simulator and with every played vendor. */
export const lastDigit: Record<LineBehaviour, number> = {
  rings_out: 0,
  option_1: 1,
  option_2: 2,
  option_3: 3,
  option_4: 4,
  chooses_nothing: 5,
  engaged: 6,
  voicemail: 7,
  out_of_service: 8,
  hangs_up_in_greeting: 9,
}

/** The tests' interface to a provider in addition to the port; for a vendor it plays the vendor's side of the line. */
export interface ProviderHarness {
  provider: VoiceProvider
  /** A number that this provider may dial and that behaves like this. */
  number(behaviour: LineBehaviour): string
  /** A number that this provider must never dial. */
  forbiddenNumber: string
  /** An id for a call of ours, never given before. */
  nextCallId(): Promise<number>
  /** Lets time pass until the line of this call has rung and been answered. */
  untilAnswered(callId: number): Promise<void>
  /** Lets time pass until no more events of this call follow. */
  untilOver(callId: number): Promise<void>
  /** Everything that the provider delivered for this call, in the order of arrival, repetitions included. */
  delivered(callId: number): VoiceEvent[]
  /** The meeting times that this call has offered, ISO 8601. */
  offered(callId: number): Promise<string[]>
  /** How often the line of this call was made to ring, by the vendor's own record. */
  timesDialled(callId: number): Promise<number>
  close(): Promise<void>
}

const script: CallScript = {
  greeting: 'Hello, this is Alex, an AI assistant calling for Harbour Lending about Premium Home Loan.',
  body: 'It has an offset account and no monthly fee.',
  aiPrompt: null,
  personality: 'professional',
  instructions: null,
  menu: [
    { option: 'option_1', key: '1', text: 'Press 1 for the link.' },
    { option: 'option_2', key: '2', text: 'Press 2 for a meeting.' },
    { option: 'option_3', key: '3', text: 'Press 3 for accreditation.' },
    { option: 'option_4', key: '4', text: 'Press 4 and we will not call again.' },
  ],
  operator: 'You can reach us on (02) 5550 0100.',
}

/** The cases that every telephone provider has to pass. @param create a fresh harness for the whole suite */
export function voiceConformance(name: string, create: () => Promise<ProviderHarness>): void {
  describe(`${name} as a voice provider`, () => {
    let harness: ProviderHarness
    beforeAll(async () => {
      harness = await create()
    })
    afterAll(() => harness?.close())

    const request = (callId: number, to: string): DialRequest => ({
      callId,
      to,
      script,
      scriptVersion: 1,
      calledName: 'Priya',
      maxDurationSeconds: 600,
    })

    async function dial(behaviour: LineBehaviour): Promise<{ callId: number; providerCallId: string }> {
      const callId = await harness.nextCallId()
      const answer = await harness.provider.dial(request(callId, harness.number(behaviour)))
      if (answer.kind !== 'accepted') throw new Error(`the dial was ${answer.kind}: ${answer.message}`)
      return { callId, providerCallId: answer.providerCallId }
    }

    function endsOf(callId: number): Extract<VoiceEvent, { kind: 'ended' }>[] {
      const ends = harness.delivered(callId).filter((event) => event.kind === 'ended')
      return [...new Map(ends.map((event) => [event.key, event])).values()]
    }

    it('accepts a call once and rings its line once', async () => {
      const { callId, providerCallId } = await dial('option_1')
      expect(providerCallId).not.toBe('')
      await harness.untilOver(callId)
      expect(await harness.timesDialled(callId)).toBe(1)
      expect(endsOf(callId)).toHaveLength(1)
    })

    const ends: [LineBehaviour, CallOutcome][] = [
      ['rings_out', 'no_answer'],
      ['engaged', 'busy'],
      ['voicemail', 'voicemail'],
      ['hangs_up_in_greeting', 'human'],
      ['chooses_nothing', 'human'],
      ['option_4', 'human'],
    ]
    it.each(ends)('tells that a line that does "%s" ended as %s', async (behaviour, outcome) => {
      const { callId } = await dial(behaviour)
      await harness.untilOver(callId)
      expect(endsOf(callId)).toMatchObject([{ outcome }])
      const answered = harness.delivered(callId).some(({ kind }) => kind === 'answered')
      // a machine may be detected only after the answer
      if (outcome !== 'voicemail') expect(answered).toBe(outcome === 'human')
    })

    it('refuses a number that is out of service, as an invalid number', async () => {
      const callId = await harness.nextCallId()
      const answer = await harness.provider.dial(request(callId, harness.number('out_of_service')))
      expect(answer).toMatchObject({ kind: 'refused', outcome: 'invalid_number' })
    })

    it('never rings a number that it must not dial', async () => {
      const callId = await harness.nextCallId()
      expect(harness.provider.mayDial(harness.forbiddenNumber)).toBe(false)
      expect(await harness.provider.dial(request(callId, harness.forbiddenNumber))).toMatchObject({
        kind: 'refused',
      })
      expect(await harness.timesDialled(callId)).toBe(0)
    })

    it.each([
      'option_1',
      'option_2',
      'option_3',
      'option_4',
    ] as const)('tells that %s was chosen', async (option) => {
      const { callId } = await dial(option)
      await harness.untilOver(callId)
      const chosen = harness.delivered(callId).filter((event) => event.kind === 'option')
      expect(new Set(chosen.map((event) => event.option))).toEqual(new Set([option]))
    })

    // Covers: bookings-21
    it('offers two times for option 2 alone, and names one of them', async () => {
      for (const option of ['option_2', 'option_3'] as const) {
        const { callId } = await dial(option)
        await harness.untilOver(callId)
        const chosen = harness.delivered(callId).filter((event) => event.kind === 'option')
        const offered = option === 'option_2' ? await harness.offered(callId) : []
        if (option === 'option_2') expect(offered).toHaveLength(2)
        const named = chosen.flatMap(({ slot }) => slot ?? [])
        expect(named).toHaveLength(option === 'option_2' ? 1 : 0)
        for (const slot of named) expect(offered).toContain(slot)
        expect(chosen).toHaveLength(1)
      }
    })

    it('gives every event a name of its own that stays the same when it is asked again', async () => {
      const { callId, providerCallId } = await dial('option_2')
      await harness.untilOver(callId)
      const told = new Map(harness.delivered(callId).map((event) => [event.key, event]))
      for (let asked = 0; asked < 2; asked++) {
        const found = await harness.provider.lookup({ callId, providerCallId })
        if (found.kind !== 'found') throw new Error(`the call is ${found.kind}`)
        expect(found.providerCallId).toBe(providerCallId)
        expect(new Set(found.events.map(({ key }) => key)).size).toBe(found.events.length)
        for (const event of found.events) {
          const same = told.get(event.key)
          if (same) expect(event).toEqual(same)
        }
        expect(found.events).toContainEqual(expect.objectContaining({ kind: 'ended', outcome: 'human' }))
      }
    })

    it('finds a call whose answer was lost by our own id', async () => {
      const { callId, providerCallId } = await dial('rings_out')
      const found = await harness.provider.lookup({ callId, providerCallId: null })
      expect(found).toMatchObject({ kind: 'found', providerCallId })
    })

    it('does not know a call that it was never asked for', async () => {
      const callId = await harness.nextCallId()
      expect(await harness.provider.lookup({ callId, providerCallId: null })).toEqual({ kind: 'absent' })
    })

    it('ends a call before the answer as cancelled', async () => {
      const { callId, providerCallId } = await dial('option_1')
      await harness.provider.end({ callId, providerCallId })
      await harness.untilOver(callId)
      expect(endsOf(callId)).toMatchObject([{ outcome: 'cancelled' }])
    })

    it('ends a call after the answer as one with a person, and takes a second end', async () => {
      const { callId, providerCallId } = await dial('chooses_nothing')
      await harness.untilAnswered(callId)
      await harness.provider.end({ callId, providerCallId })
      await harness.provider.end({ callId, providerCallId })
      await harness.untilOver(callId)
      expect(endsOf(callId)).toMatchObject([{ outcome: 'human' }])
    })

    it('has a recording of a conversation as an MP3 file, the same whenever it is asked', async () => {
      const { callId } = await dial('hangs_up_in_greeting')
      await harness.untilOver(callId)
      const recording = harness
        .delivered(callId)
        .findLast((event) => event.kind === 'recording' && event.status === 'completed')
      if (recording?.kind !== 'recording' || !recording.ref) throw new Error('no recording was announced')
      const first = await harness.provider.recording({ callId, ref: recording.ref })
      const second = await harness.provider.recording({ callId, ref: recording.ref })
      expect(first.bytes).toBeGreaterThan(1000)
      const bytes = await buffer(await first.read({ start: 0, end: first.bytes - 1 }))
      expect(bytes.length).toBe(first.bytes)
      expect(await buffer(await second.read({ start: 0, end: second.bytes - 1 }))).toEqual(bytes)
      expect(await buffer(await first.read({ start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
      expect(second.etag).toBe(first.etag)
      const { agent, caller } = await first.waveform()
      expect(agent.length).toBe(caller.length)
      expect(Math.max(...agent)).toBeLessThanOrEqual(1)
      expect(Math.max(...agent)).toBeGreaterThan(0.05)
    })

    it('keeps nothing of a machine that answers', async () => {
      const { callId } = await dial('voicemail')
      await harness.untilOver(callId)
      const kept = harness
        .delivered(callId)
        .filter(
          (event) => event.kind === 'option' || (event.kind === 'recording' && event.status === 'completed'),
        )
      expect(kept).toEqual([])
      expect(endsOf(callId)).toHaveLength(1)
    })

    it('leaves a call that is over as it ended', async () => {
      const { callId, providerCallId } = await dial('hangs_up_in_greeting')
      await harness.untilOver(callId)
      await harness.provider.end({ callId, providerCallId })
      await harness.untilOver(callId)
      expect(endsOf(callId)).toMatchObject([{ outcome: 'human' }])
    })

    it('is ready while it works', async () => {
      expect(harness.provider.mayDial(harness.number('option_1'))).toBe(true)
      expect(await harness.provider.restsUntil()).toBeNull()
    })

    it('has a clock', async () => {
      const { now, speed } = await harness.provider.clock()
      expect(speed).toBeGreaterThan(0)
      expect(Math.abs((await harness.provider.now()).getTime() - now.getTime())).toBeLessThan(
        60_000 * speed + 60_000,
      )
    })
  })
}
