import { expect, it } from 'vitest'
import { taskFilters, taskQuery, toggledAssignee } from './task-filters.ts'
import { dueText } from './task-labels.ts'

// Covers: waits-for-person-10
it('shows mine and unassigned tasks first by default, and everyone’s without either chip', () => {
  expect(taskQuery(taskFilters)).toEqual({ state: 'open', assignee: 'free', sort: 'kind' })
  expect(toggledAssignee('free', 'nobody')).toBe('me')
  expect(toggledAssignee('me', 'me')).toBe('anyone')
  expect(toggledAssignee('anyone', 'nobody')).toBe('nobody')
  expect(toggledAssignee('17', 'me')).toBe('me')
  expect(taskQuery({ ...taskFilters, assignee: 'anyone', late: 'true' })).toEqual({
    ...{ state: 'open', overdue: 'true', sort: 'kind' },
  })
  expect(taskQuery({ ...taskFilters, assignee: '17', sort: 'nonsense', state: 'nonsense' })).toEqual({
    ...{ state: 'open', assignee: 17, sort: 'kind' },
  })
})

// Covers: waits-for-person-10
it('names the due time from now, and how late a task is', () => {
  const now = Date.UTC(2026, 10, 24, 1)
  const at = (minutes: number) => dueText(new Date(now + minutes * 60_000).toISOString(), now)
  expect([at(-1), at(-61), at(-60 * 49)]).toEqual(['1 minute late', '1 hour late', '2 days late'])
  expect([at(0.5), at(20), at(60 * 5), at(60 * 30)]).toEqual([
    'now',
    'in 20 minutes',
    'in 5 hours',
    'in 1 day',
  ])
})
