import { expect, it } from 'vitest'
import { LOOK_AGAIN_ON } from './catalogue.ts'
import { voiceWarnings } from './warnings.rules.ts'

const chosen = { model: 'gpt-5.4-mini', voice: 'by_personality', language: 'en-AU', ambience: 'off' } as const

// Covers: calls-vapi-19
it.each([
  ['nothing of what stays', chosen, '2026-11-24', []],
  ['nothing of an end that is far', { ...chosen, model: 'gpt-4.1' }, '2026-10-15', []],
  [
    'what ends within 90 days',
    { ...chosen, model: 'gpt-4.1' },
    '2026-10-16',
    ['The model GPT-4.1 ends on 14 January 2027. Choose another one.'],
  ],
  [
    'what has ended',
    { ...chosen, model: 'gpt-4.1' },
    '2027-01-15',
    ['The model GPT-4.1 ended on 14 January 2027. Choose another one.'],
  ],
  [
    'what is in no list',
    { ...chosen, voice: 'Rohan' },
    '2026-11-24',
    ['The voice Rohan is no longer offered. Choose another one.'],
  ],
])('says %s', (_what, settings, today, warnings) => {
  expect(voiceWarnings(settings, today)).toEqual(warnings)
})

// Covers: calls-vapi-19
it('asks for another look after the day of the lists', () => {
  expect(voiceWarnings(chosen, LOOK_AGAIN_ON)).toEqual([expect.stringContaining('were last compared')])
})
