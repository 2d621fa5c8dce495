import { expect, it } from 'vitest'
import type { BriefedMeeting } from './bdm-brief.ts'
import { briefFacts } from './brief-words.ts'

const meeting: BriefedMeeting = {
  ...{ id: 7, scheduledDate: '2026-11-23T23:00:00Z', endsAt: '2026-11-24T00:00:00Z', attendees: 1 },
  ...{ meetingType: 'product-discussion', status: 'booked', name: 'Petra Novak', brokerId: 3 },
  ...{ company: null, phone: null, email: null, videoLink: null, note: null },
  agenda: 'Self-employed borrowers',
  lastCall: {
    ...{ id: 9, at: '2026-11-20T01:00:00Z', day: '2026-11-20', outcome: 'human', response: 'option_2' },
    summary: 'Keen on refinancing.',
  },
  score: { month: '2026-10', overall: 74.2, tier: 'Reward' },
  documents: { status: 'in_progress', required: 4, fulfilled: 3, missing: ['Photo ID'] },
  tasks: [{ id: 5, kind: 'call_back', details: 'Asked for a person.', dueAt: '2026-11-24T01:00:00Z' }],
}
const words = (changes: Partial<BriefedMeeting> = {}) =>
  Object.fromEntries(briefFacts({ ...meeting, ...changes }).map(({ label, value }) => [label, value]))

// Covers: bookings-34
it('says what to know before a meeting, and what there is not', () => {
  expect(words()).toEqual({
    Meeting: 'Product discussion',
    'Last call': 'Fri 20 Nov 2026: Answered by a person. Keen on refinancing.',
    'Asked for': 'Self-employed borrowers',
    Score: '74.2, Reward (October 2026)',
    Documents: 'In progress: 3 of 4 required documents; missing Photo ID',
    'Open tasks': 'Call back: Asked for a person.',
  })
  const bare = { lastCall: null, agenda: null, score: null, documents: null, tasks: [] }
  expect(Object.values(words(bare)).slice(1)).toEqual([
    ...['Not called yet', 'No score yet', 'No record', 'None'],
  ])
})

it('names a wish other than the meeting itself', () => {
  const asked = (response: 'option_1' | 'option_2') =>
    words({ agenda: null, lastCall: meeting.lastCall && { ...meeting.lastCall, response } })['Asked for']
  expect(asked('option_1')).toBe('SMS link requested')
  expect(asked('option_2')).toBeUndefined()
})

it('counts many missing documents instead of naming them', () => {
  const documents = {
    ...{ status: 'in_progress' as const, required: 8, fulfilled: 4 },
    missing: ['Photo ID', 'Licence', 'Insurance', 'Police check'],
  }
  expect(words({ documents }).Documents).toBe('In progress: 4 of 8 required documents')
})
