import { describe, expect, it } from 'vitest'
import type { NextCallReason } from '#contract/campaigns/campaigns.ts'
import { activityOf, paceText, resumeText, stateSentence } from './campaign-state.ts'

// 3 pm on Tuesday 24 November in Sydney
const now = Date.parse('2026-11-24T04:00:00Z')
const wednesday = '2026-11-24T22:00:00Z'

interface Given {
  status?: 'active' | 'paused' | 'completed'
  enrolled?: number
  waiting?: number
  inFlight?: number
  nextCallAt?: string | null
  nextCallReason?: NextCallReason
  retries?: number
  timezone?: string
}
const campaign = ({
  status = 'active',
  enrolled = 286,
  waiting = 0,
  inFlight = 0,
  nextCallAt = null,
  nextCallReason = 'opening',
  retries = 0,
  timezone = 'Australia/Sydney',
}: Given) => ({
  ...{ status, nextCallAt, nextCallReason, retries, timezone, lastMinute: 0, pausedReason: null },
  progress: { enrolled, waiting, inFlight, done: enrolled - waiting - inFlight },
  funnel: { dialled: 286, screened: 150, reached: 130, chose: 41, booked: 6, accredited: 2 },
})

describe('the state of a campaign', () => {
  // Covers: dashboard-13, dashboard-14
  it.each([
    ['No brokers are enrolled yet. Press Call to begin.', { enrolled: 0 }],
    ['Calling, 142 left', { waiting: 142, inFlight: 5, nextCallAt: wednesday }],
    ['Calling, 142 left', { waiting: 142, nextCallAt: '2026-11-24T03:59:00Z' }],
    ['Calling the last brokers', { inFlight: 2 }],
    ['142 left, resumes Wed 9:00 am', { waiting: 142, nextCallAt: wednesday }],
    [
      '135 retries from Wed 2:30 pm',
      { waiting: 135, retries: 135, nextCallReason: 'retry', nextCallAt: '2026-11-25T03:30:00Z' },
    ],
    ['1 retry from Wed 9:00 am', { waiting: 1, retries: 1, nextCallReason: 'retry', nextCallAt: wednesday }],
    [
      '142 left, retries from Wed 9:00 am',
      { waiting: 142, retries: 135, nextCallReason: 'retry', nextCallAt: wednesday },
    ],
    [
      '142 left, waiting for a better hour: Wed 9:00 am',
      { waiting: 142, nextCallReason: 'better_hour', nextCallAt: wednesday },
    ],
    [
      '142 left, resumes Wed 6:00 am AWST',
      { waiting: 142, nextCallAt: wednesday, timezone: 'Australia/Perth' },
    ],
    ['No enrolled brokers left. Press Call to look for more.', {}],
    ['Finished: 286 brokers called, 130 reached, 41 responded', { status: 'completed' }],
    ['Completed without a call', { status: 'completed', enrolled: 0 }],
    ['Paused, 142 of 286 brokers left', { status: 'paused', waiting: 142 }],
    ['Paused: 286 brokers called, 130 reached, 41 responded', { status: 'paused' }],
    ['Paused, 1 call still on the line', { status: 'paused', waiting: 9, inFlight: 1 }],
    ['Paused before anybody was called', { status: 'paused', enrolled: 0 }],
  ] satisfies [string, Given][])('reads %s', (sentence, given) => {
    expect(stateSentence(campaign(given), now)).toBe(sentence)
  })

  // Covers: dashboard-13
  it('is finished only where its status is completed', () => {
    expect(activityOf(campaign({ status: 'completed' }), now)).toBe('finished')
    expect(activityOf(campaign({}), now)).toBe('idle')
    expect(activityOf(campaign({ waiting: 1, nextCallAt: wednesday }), now)).toBe('waiting')
  })

  it('names the date of a resumption that is further ahead, in the campaign’s zone', () => {
    expect(resumeText('2026-12-03T22:00:00Z', 'Australia/Perth', now)).toBe('Fri 4 Dec, 6:00 am AWST')
  })

  it('tells the pace as it was counted, and nothing where nobody was dialled', () => {
    expect([paceText({ lastMinute: 1 }), paceText({ lastMinute: 12 }), paceText({ lastMinute: 0 })]).toEqual([
      '1 call a minute',
      '12 calls a minute',
      null,
    ])
    expect(paceText({ lastMinute: 1_000 })).toBe('1,000 or more calls a minute')
  })
})
