import { describe, expect, it } from 'vitest'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { lastOf, stageOf } from './live-calls.rules.ts'

const at = new Date('2026-11-24T03:00:00Z')
const answered: VoiceEvent = { key: 'a', at, kind: 'answered' }
const chosen: VoiceEvent = { key: 'o', at, kind: 'option', option: 'option_1', source: 'key' }
const operator: VoiceEvent = { key: 'p', at, kind: 'operator' }
const agent = (text: string): TranscriptLine => ({ at: 4, speaker: 'agent', text })

const stage = (
  status: 'initiated' | 'ringing' | 'answered',
  given: { response?: 'option_1'; events?: VoiceEvent[]; said?: TranscriptLine } = {},
) =>
  stageOf({
    call: { status, response: given.response ?? null },
    events: given.events ?? [],
    said: given.said,
  })

describe('a call in progress', () => {
  // Covers: dashboard-15
  it('is dialling, ringing, talking, in the menu, has chosen, or asked for a person', () => {
    expect(stage('initiated')).toBe('dialling')
    expect(stage('ringing')).toBe('ringing')
    expect(stage('answered', { events: [answered] })).toBe('talking')
    expect(stage('answered', { said: agent('Press 1 and we will send you a link.') })).toBe('menu')
    expect(stage('answered', { said: { ...agent('Press 1? Fine.'), speaker: 'caller' } })).toBe('talking')
    expect(stage('answered', { events: [answered, operator] })).toBe('operator')
    expect(stage('answered', { response: 'option_1', events: [operator, chosen] })).toBe('chose')
  })
  it('tells what was last said, else the last event that says more than that, else nothing', () => {
    expect(lastOf({ events: [answered, chosen], said: agent('Thank you.') })).toEqual({
      ...{ speaker: 'agent', text: 'Thank you.' },
    })
    expect(
      lastOf({ events: [answered, chosen, { key: 'r', at, kind: 'ringing' }], said: undefined }),
    ).toEqual({
      ...{ speaker: null, text: 'SMS link requested (pressed 1)' },
    })
    expect(lastOf({ events: [answered], said: undefined })).toBeNull()
  })
})
