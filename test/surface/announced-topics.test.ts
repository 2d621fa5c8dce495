import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#server/endpoints.ts'
import { concerns, keyOf } from '#web/api/topics.ts'

const server = fileURLToPath(new URL('../../server', import.meta.url))
const reads = endpoints.filter(({ method }) => method === 'GET')
const concernedPaths = (topic: string): string[] =>
  reads.filter((endpoint) => concerns(keyOf(endpoint), topic)).map(({ path }) => path)

/** Every topic that is a literal in a call of `changed`. */
const announced = new Set(
  globSync('**/*.ts', { cwd: server })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${server}/${path}`, 'utf8').matchAll(/\.changed\(([^)]*)\)/g)])
    .flatMap(([, topics = '']) => [...topics.matchAll(/'([^']+)'/g)].map(([, topic = '']) => topic)),
)

describe('a change that the server announces', () => {
  it('concerns a read, whatever its topic', () => {
    expect(announced.size).toBeGreaterThan(30)
    expect([...announced].filter((topic) => concernedPaths(topic).length === 0)).toEqual([])
  })

  it.each([
    ['calls', ['/api/analytics', '/api/analytics/hours', '/api/analytics/breakdown']],
    ['calls', ['/api/brokers/:id/timeline', '/api/brokers/:id/recap']],
    ['activities', ['/api/brokers/:id/timeline']],
    ['bookings', ['/api/analytics']],
    ['figures', ['/api/analytics', '/api/dashboard/stats']],
    ['scoring', ['/api/brokers/:id/recap', '/api/analytics/annotations']],
    ['campaigns', ['/api/audiences', '/api/microsites', '/api/microsites/:id/settings']],
    ['users', ['/api/auth/user']],
    ['organisation', ['/api/voice-settings']],
  ])('of %s concerns what holds something of it: %j', (topic, paths) => {
    expect(announced).toContain(topic)
    expect(concernedPaths(topic)).toEqual(expect.arrayContaining(paths))
  })
})
