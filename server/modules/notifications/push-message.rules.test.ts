import { expect, it } from 'vitest'
import { pushMessage } from './push-message.rules.ts'

// Covers: notifications-3
it('names the kind of one task, and counts several', () => {
  expect(pushMessage([{ id: 7, kind: 'call_back' }])).toEqual({
    title: 'Call back',
    body: 'A task needs a person.',
    path: '/tasks?state=all&assignee=anyone&task=7',
    tag: 'task-7',
  })
  const several = [
    { id: 7, kind: 'call_back' },
    { id: 8, kind: 'call_back' },
    { id: 9, kind: 'import_failed' },
  ] as const
  expect(pushMessage(several)).toEqual({
    title: '3 tasks need a person',
    body: 'Call back, Import failed',
    path: '/tasks',
    tag: 'tasks',
  })
  const kinds = ['call_back', 'import_failed', 'score_appeal', 'feed_not_read'] as const
  expect(pushMessage(kinds.map((kind, id) => ({ id, kind }))).body).toMatch(/ and others$/)
})
