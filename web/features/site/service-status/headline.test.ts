import { describe, expect, it } from 'vitest'
import type { ServiceStatus } from '#contract/system/service-status.ts'
import { headlineOf } from './headline.ts'

const names = {
  website: 'Website and API',
  background: 'Background work',
  calls: 'Calls',
  messages: 'Emails and text messages',
} as const
type Key = keyof typeof names

/** A status in which these parts have figures. */
const statusOf = (measured: readonly Key[], values: Partial<ServiceStatus> = {}): ServiceStatus => ({
  measuredUntil: '2026-11-30T03:00:00.000Z',
  measuredSince: measured.length > 0 ? '2026-11-29T03:00:00.000Z' : null,
  working: true,
  notSetUp: [],
  objectives: (Object.keys(names) as Key[]).map((key) => {
    const share = measured.includes(key) ? 100 : null
    return { key, name: names[key], objective: '', target: 99, last30Days: share, last90Days: share }
  }),
  restoreDrills: { passed: 0, failed: 0, latest: [] },
  ...values,
})
const every = Object.keys(names) as Key[]

// Covers: service-status-4
describe('the headline of the service status', () => {
  it('claims that all parts work only with figures of all parts', () => {
    expect(headlineOf(statusOf(every))).toEqual({
      tone: 'success',
      title: 'All parts are working',
      remarks: [],
    })
  })

  it('claims nothing before anything was measured', () => {
    expect(headlineOf(statusOf([]))).toEqual({
      tone: 'info',
      title: 'Nothing has been measured yet',
      remarks: [],
    })
  })

  it('names the parts without figures', () => {
    expect(headlineOf(statusOf(['website', 'background']))).toEqual({
      tone: 'success',
      title: 'All measured parts are working',
      remarks: ['No figures yet: calls, emails and text messages.'],
    })
  })

  it('names parts that are not set up, and promises no figures of them', () => {
    const notSetUp: ServiceStatus['notSetUp'] = ['emails', 'texts', 'backups']
    expect(headlineOf(statusOf(['website', 'background', 'calls'], { notSetUp }))).toMatchObject({
      title: 'All measured parts are working',
      remarks: ['Not set up: emails, text messages, backups.'],
    })
    expect(headlineOf(statusOf(every, { notSetUp: ['backups'] })).title).not.toContain('All parts')
  })

  it('says so while work is delayed, whatever has figures', () => {
    for (const measured of [[], every])
      expect(headlineOf(statusOf(measured, { working: false }))).toMatchObject({
        tone: 'warning',
        title: 'Some work is delayed',
      })
  })
})
