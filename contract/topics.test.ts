import { describe, expect, it } from 'vitest'
import { isConcerned, topicOf } from './topics.ts'

describe('the topic of a read', () => {
  it.each([
    ['/api/campaigns/:id/preflight', 'campaigns'],
    ['/api/calling-clock', 'clock'],
    ['/api/bdms/:id', 'bookings'],
  ])('of %s is %s', (path, topic) => {
    expect(topicOf({ path })).toBe(topic)
  })

  it.each([
    ['/api/brokers/imports/:id', 'brokers', true],
    ['/api/brokers/imports/:id', 'imports', true],
    ['/api/brokers/imports/:id', 'calls', false],
    ['/api/dashboard/stats', 'calls', true],
    ['/api/dashboard/stats', 'documents', false],
  ])('tells whether %s is concerned by %s: %s', (path, topic, concerned) => {
    expect(isConcerned(path, topic)).toBe(concerned)
  })
})
