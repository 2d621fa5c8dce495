import { describe, expect, it } from 'vitest'
import { type Topic, topics } from '#contract/topics.ts'
import { endpoints } from '#server/endpoints.ts'
import { topicsOfTables } from '#server/topics-of-tables.ts'
import { concerns, keyOf } from '#web/api/topics.ts'

const reads = endpoints.filter(({ method }) => method === 'GET')
const concernedPaths = (topic: Topic): string[] =>
  reads.filter((endpoint) => concerns(keyOf(endpoint), topic)).map(({ path }) => path)

/** Topics that only processes of the server subscribe to. */
const SERVER_ONLY: readonly Topic[] = ['microsite-pages']

describe('a topic', () => {
  // Covers: analytics-figures-20
  it('concerns a read, and is published by a table or by a command', () => {
    const published = new Set(Object.values(topicsOfTables).flat())
    const shown = topics.filter((topic) => !SERVER_ONLY.includes(topic))
    expect(shown.filter((topic) => concernedPaths(topic).length === 0)).toEqual([])
    // sessions change with each request: the commands that end one publish it themselves
    expect(topics.filter((topic) => !published.has(topic))).toEqual(['sessions'])
  })

  it('concerns each read of the console, except for those that no row of another user changes', () => {
    const shown = reads.filter(({ path }) =>
      /^\/api\/(?!broker\/|public\/|login|auth\/demo|auth\/sso|calendars\/consent|status$|events)/.test(path),
    )
    const alone = shown.filter((endpoint) => !topics.some((topic) => concerns(keyOf(endpoint), topic)))
    // the log of jobs and the simulator's dials are fetched when their screen opens, a form compares on save, and the
    // services of calendars are settings of the installation
    expect(alone.map(({ path }) => path).toSorted()).toEqual([
      '/api/automated-decisions/counts',
      '/api/automated-decisions/policy-text',
      '/api/calendar-services',
      '/api/jobs',
      '/api/jobs/failed',
      '/api/jobs/kinds',
      '/api/record-changes',
      '/api/simulator/dials',
    ])
  })

  // Covers: analytics-figures-20
  it.each<[Topic, string[]]>([
    ['calls', ['/api/analytics', '/api/analytics/hours', '/api/analytics/breakdown', '/api/dashboard/stats']],
    ['calls', ['/api/brokers/:id/timeline', '/api/brokers/:id/recap']],
    ['activities', ['/api/brokers/:id/timeline']],
    ['bookings', ['/api/analytics', '/api/dashboard/stats', '/api/dashboard/trends']],
    ['scoring', ['/api/brokers/:id/recap', '/api/analytics/annotations']],
    ['campaigns', ['/api/audiences', '/api/microsites', '/api/microsites/:id/settings']],
    ['imports', ['/api/brokers/imports', '/api/brokers/imports/:id', '/api/scoring/imports']],
    ['bulk-changes', ['/api/brokers/bulk-changes/:id']],
    ['users', ['/api/auth/user']],
    ['organisation', ['/api/voice-settings', '/api/brand']],
  ])('of %s concerns the reads that show its rows: %j', (topic, paths) => {
    expect(concernedPaths(topic)).toEqual(expect.arrayContaining(paths))
  })
})
