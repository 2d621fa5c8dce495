import { expect, test } from 'vitest'
import { withoutDetails } from './kept-audit.rules.ts'

const row = {
  id: 7,
  actor: 'job',
  actorId: null,
  subjectType: 'broker',
  before: null,
  after: null,
}

// Covers: settings-12
test('names, addresses and numbers go, and with them nothing else', () => {
  const after = {
    name: 'Ada Quill',
    status: 'approved',
    reason: 'Call (02) 5550 1234, +61491570156 or 0491 570 156; ask ada@example.com.',
    at: '2026-11-24T16:20:00.000Z',
    brokers: [{ id: 440491570, email: 'ada@example.com', day: '2026-01-24' }],
  }
  expect(withoutDetails({ ...row, actorId: 3, actor: 'staff@lender.example.com', after }).after).toEqual({
    status: 'approved',
    reason: 'Call [removed], [removed] or [removed]; ask [removed]',
    at: '2026-11-24T16:20:00.000Z',
    brokers: [{ id: 440491570, day: '2026-01-24' }],
  })
})

test.each([
  ['a member of staff', { actor: 'staff@lender.example.com', actorId: 3 }, 'Name removed'],
  ['somebody whose account is gone', { actor: 'staff@lender.example.com' }, 'Name removed'],
  ['a visitor', { actor: 'visitor' }, 'visitor'],
  ['a job', {}, 'job'],
])('the actor who was %s', (_who, actor, left) => {
  expect(withoutDetails({ ...row, ...actor }).actor).toBe(left)
})

test('a campaign keeps its name, which is nobody’s', () => {
  const after = { name: 'Spring', owner: 'ada@example.com' }
  expect(withoutDetails({ ...row, subjectType: 'campaign', after }).after).toEqual({
    name: 'Spring',
    owner: '[removed]',
  })
})
