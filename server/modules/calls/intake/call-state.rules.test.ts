import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callRank, outcomeTable } from '#contract/calls/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { callStory, delivery } from '#test/worlds/call-stories.ts'
import { type CallClock, callStateOf, type StoredEvent, unansweredOptOut } from './call-state.rules.ts'

const clock: CallClock = {
  createdAt: new Date('2026-11-21T06:00:00Z'),
  simulated: true,
  simulatedAt: new Date('2026-11-24T01:00:00Z'),
  clockSpeed: 600,
}
const receivedAt = new Date('2026-12-01T00:00:00Z')
const stored = (events: readonly VoiceEvent[]): StoredEvent[] =>
  events.map((event) => ({ ...event, receivedAt }))
const fold = (events: readonly VoiceEvent[]) => callStateOf(stored(events), clock)

let keys = 0
const event = (second: number, told: object): VoiceEvent =>
  ({ key: `e${keys++}`, at: new Date(Date.UTC(2026, 10, 24, 1, 0, second)), ...told }) as VoiceEvent
const ended = (second: number, outcome: string, durationSeconds = 0) =>
  event(second, { kind: 'ended', outcome, durationSeconds, message: null })
const option = (second: number, name: string) =>
  event(second, { kind: 'option', option: name, source: 'key' })

describe('words that may be an opt-out', () => {
  const said = event(10, { kind: 'opt_out_unclear', text: 'Go away' })
  const of = (...events: VoiceEvent[]) => unansweredOptOut(stored(events), fold(events))?.text ?? null

  // Covers: calls-vapi-18
  it('are unanswered where the call ends after them, in whatever order the events arrive', () => {
    expect(of(said, ended(20, 'human', 15))).toBe('Go away')
    expect(of(ended(20, 'human', 15), option(5, 'option_1'), said)).toBe('Go away')
    expect(of(said, ended(20, 'unknown'))).toBe('Go away')
  })

  it('are answered by a later choice or request for a person, and by an opt-out at any time', () => {
    expect(of(said, option(12, 'option_1'), ended(20, 'human', 15))).toBeNull()
    expect(of(said, event(12, { kind: 'operator' }), ended(20, 'human', 15))).toBeNull()
    expect(of(option(5, 'option_4'), said, ended(20, 'human', 15))).toBeNull()
  })

  it('count for nothing while the call lasts, and from a machine', () => {
    expect(of(said)).toBeNull()
    expect(of(said, ended(20, 'voicemail'))).toBeNull()
  })
})

describe('the state of a call', () => {
  it('is initiated before anything was told', () => {
    expect(fold([])).toMatchObject({ status: 'initiated', outcome: null, response: null, duration: null })
  })

  it('is the highest that was told, also when an earlier event comes late', () => {
    const end = ended(60, 'human', 40)
    expect(fold([end, event(1, { kind: 'ringing' }), event(20, { kind: 'answered' })])).toMatchObject({
      status: 'completed',
      outcome: 'human',
      duration: 40,
    })
  })

  it('lets a definite end correct that nobody knows', () => {
    expect(fold([ended(60, 'unknown'), ended(20, 'busy')])).toMatchObject({
      status: 'no_answer',
      outcome: 'busy',
    })
    expect(fold([ended(60, 'unknown')])).toMatchObject({
      status: 'failed',
      outcome: 'unknown',
      duration: null,
    })
  })

  it('takes the latest of ends that say the same, in whatever order they came', () => {
    const [early, late] = [ended(20, 'human', 10), ended(60, 'human', 40)]
    for (const ends of [
      [early, late],
      [late, early],
    ]) {
      expect(fold(ends)).toMatchObject({ outcome: 'human', duration: 40 })
    }
  })

  it('takes the last choice, but an opt-out is final', () => {
    expect(fold([option(30, 'option_2'), option(20, 'option_1')]).response).toBe('option_2')
    expect(fold([option(10, 'option_4'), option(30, 'option_1')]).response).toBe('option_4')
  })

  it('knows of an answer whose own event was lost', () => {
    expect(fold([option(30, 'option_1')]).status).toBe('answered')
  })

  // Covers: analytics-figures-9
  it.each([
    ['the menu was played', { kind: 'menu' }, true],
    ['an offer of the menu was chosen', { kind: 'option', option: 'option_3', source: 'voice' }, true],
    ['the broker opted out in the greeting', { kind: 'option', option: 'option_4', source: 'key' }, false],
    ['the broker asked for a person', { kind: 'operator' }, false],
  ])('stores whether the menu was played: %s', (_name, told, played) => {
    expect(fold([event(20, told), ended(60, 'human', 40)]).menuPlayed).toBe(played)
  })

  it('has a recording only once it is complete', () => {
    const recording = (status: string, ref: string | null) => event(9, { kind: 'recording', status, ref })
    expect(fold([recording('recording', null)]).recordingStatus).toBe('recording')
    expect(
      fold([recording('recording', null), event(9, { kind: 'recording_declined' })]).recordingStatus,
    ).toBe('missing')
    expect(fold([recording('completed', 'r'), recording('recording', null)])).toMatchObject({
      recordingStatus: 'completed',
      recordingRef: 'r',
    })
  })

  // Covers: calls-live-providers-11
  it.each([
    'recording',
    'completed',
    'failed',
  ])('has none that the person refused, though it is "%s"', (status) => {
    const told = [
      event(9, { kind: 'recording', status, ref: 'r' }),
      event(12, { kind: 'recording_declined' }),
    ]
    for (const events of [told, told.toReversed()])
      expect(fold(events)).toMatchObject({ recordingStatus: 'missing', recordingRef: null })
  })

  it('turns the times of a fast clock into real ones', () => {
    const state = fold([event(60, { kind: 'answered' }), ended(120, 'human', 60)])
    expect(state.callStartTime).toEqual(new Date('2026-11-21T06:00:00.100Z'))
    expect(state.callEndTime).toEqual(new Date('2026-11-21T06:00:00.200Z'))
  })

  // Covers: call-2
  it('is the same for any order and repetition, and never goes back when more is told', () => {
    fc.assert(
      fc.property(delivery, ({ story, batches }) => {
        const lookedUp = fold([...batches.flat(), ...story])
        expect(lookedUp).toEqual(fold(story))
        expect(fold(story.toReversed())).toEqual(fold(story))
        let rank = 0
        for (const [index] of batches.entries()) {
          const { status, outcome } = fold(batches.slice(0, index + 1).flat())
          expect(callRank(status, outcome)).toBeGreaterThanOrEqual(rank)
          rank = callRank(status, outcome)
        }
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })

  // Covers: call-1
  it('has a status that follows from its outcome', () => {
    fc.assert(
      fc.property(callStory, (story) => {
        const { status, outcome, callEndTime } = fold(story)
        expect(outcome === null).toBe(callEndTime === null)
        if (outcome) expect(status).toBe(outcomeTable[outcome].status)
        else expect(['initiated', 'ringing', 'answered']).toContain(status)
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })
})
