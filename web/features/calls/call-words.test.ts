import { describe, expect, it } from 'vitest'
import { callResponses, callStatuses, recordingStatuses } from '#contract/calls.ts'
import { callResponseLook, callStatusLook, isInFlight, recordingLabels } from './call-words.ts'

describe('the words of a call', () => {
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

  it('names the four options, and nothing where none was chosen', () => {
    expect(callResponses.map((response) => callResponseLook(response)?.label)).toEqual([
      'SMS link requested',
      'BDM meeting booked',
      'Accreditation started',
      'Opted out',
    ])
    expect(callResponseLook(null)).toBeNull()
  })

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
})
