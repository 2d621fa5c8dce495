import { expect, it } from 'vitest'
import { type Source, toNotification } from './notifications.rules.ts'

const at = new Date('2026-11-24T01:00:00Z')
const given = { id: 7, at, read: false }

// Covers: notifications-1
it.each<[Source, string, string, string | null]>([
  [
    { ...given, source: 'task', task: 'call_back', who: 'Wei Li', details: 'Asked to speak to a person.' },
    'Call back: Wei Li',
    '/tasks?state=all&assignee=anyone&task=7',
    'Asked to speak to a person.',
  ],
  [
    { ...given, source: 'task', task: 'check_missed', who: null, details: 'No worker ran.' },
    'Weekly check missed',
    '/tasks?state=all&assignee=anyone&task=7',
    'No worker ran.',
  ],
  [
    {
      ...given,
      source: 'activity',
      brokerId: 3,
      broker: 'Wei Li',
      text: 'Note by jo@example.com: @Mia see this',
    },
    'You were mentioned: Wei Li',
    '/brokers/3',
    'Note by jo@example.com: @Mia see this',
  ],
  [
    {
      ...given,
      source: 'run',
      run: 'brokers.run-import',
      state: 'done',
      done: 1200,
      total: 1250,
      error: null,
      importId: 9,
    },
    'Import brokers: finished',
    '/brokers/import?import=9',
    '1,200 of 1,250 done',
  ],
  [
    {
      ...given,
      source: 'run',
      run: 'scoring.calculate',
      state: 'failed',
      done: 0,
      total: 9,
      error: 'No loans.',
      importId: null,
    },
    'Calculate scores: stopped with an error',
    '/scoring',
    'No loans.',
  ],
  [
    { ...given, source: 'job', job: 'bookings.remind', error: 'connection lost' },
    'Send meeting reminders: gave up',
    '/settings?tab=system&part=jobs',
    'connection lost',
  ],
  [
    { ...given, source: 'campaign', campaign: 'Spring', reason: 'Too many failed calls' },
    'Spring paused itself',
    '/campaigns/7',
    'Too many failed calls',
  ],
])('names what happened and the screen where it is dealt with: %j', (row, title, path, detail) => {
  expect(toNotification(row)).toMatchObject({
    title,
    path,
    detail,
    key: `${row.source}:7`,
    at: at.toISOString(),
  })
})
