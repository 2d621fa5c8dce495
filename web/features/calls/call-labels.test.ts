import { describe, expect, it } from 'vitest'
import { callResponses, callStatuses, recordingStatuses } from '#contract/calls/calls.ts'
import {
  callResponseLook,
  callStatusLook,
  failureOf,
  handingOverOf,
  isInFlight,
  providerName,
  recordingLabels,
} from './call-labels.ts'

describe('the words of a call', () => {
  // Covers: call-details-1
  it('names each status of a call, and what it does not know Unknown', () => {
    const labels = [...callStatuses, 'queued', 'constructor'].map((status) => callStatusLook(status).label)
    expect(labels).toEqual([
      'In Progress',
      'Ringing',
      'Answered',
      'Completed',
      'No Answer',
      'Failed',
      'Unknown',
      'Unknown',
    ])
    expect(callStatusLook('answered').tone).toBe(callStatusLook('completed').tone)
    expect(callStatusLook('queued').tone).toBe('grey')
  })

  // Covers: call-details-1
  it('names the four options, and nothing where none was chosen', () => {
    expect(callResponses.map((response) => callResponseLook(response)?.label)).toEqual([
      'SMS link requested',
      'BDM meeting booked',
      'Accreditation started',
      'Opted out',
    ])
    expect(callResponseLook(null)).toBeNull()
  })

  // Covers: call-details-1
  it('names each state of a recording', () => {
    expect(recordingStatuses.map((status) => recordingLabels[status])).toEqual([
      'Recording in Progress...',
      'Recording Available',
      'Recording Unavailable',
      'Recording Unavailable',
    ])
  })

  it('counts a call as in flight until it has ended', () => {
    expect(callStatuses.filter(isInFlight)).toEqual(['initiated', 'ringing', 'answered'])
  })

  const event = (kind: string, description: string) => ({ kind, description, at: '2026-11-24T01:00:00Z' })

  // Covers: test-calls-7
  it('gives the reason of a failure, where there is more to say than the outcome', () => {
    const events = [
      event('ringing', 'The phone rings'),
      event('ended', 'This number is not verified.'),
      event('cost', 'Cost 0.01 USD'),
    ]
    expect(failureOf({ status: 'failed', events })).toBe('This number is not verified.')
    expect(failureOf({ status: 'completed', events })).toBeNull()
    expect(failureOf({ status: 'failed', events: [event('ended', 'Ended: Number refused')] })).toBeNull()
    expect(failureOf({ status: 'failed', events: [] })).toBeNull()
  })

  // Covers: calls-live-providers-1
  it('says who took a call over, and names providers as they write themselves', () => {
    expect(handingOverOf({ events: [event('handed_over', 'Vapi refused the call.')] })).toBe(
      'Vapi refused the call.',
    )
    expect(handingOverOf({ events: [] })).toBeNull()
    expect(['twilio', 'vapi', 'simulator', 'other', 'constructor'].map(providerName)).toEqual([
      'Twilio',
      'Vapi',
      'Simulator',
      'other',
      'constructor',
    ])
  })
})
