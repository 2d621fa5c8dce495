import { describe, expect, it } from 'vitest'
import { callRefusal, campaignStatusLook, nextStepOf } from './campaign-status.ts'

describe('the status of a campaign', () => {
  // Covers: campaigns-list-1
  it('is Active green, Paused yellow, Completed blue, and anything else Unknown grey', () => {
    expect(['active', 'paused', 'completed', 'archived', 'constructor'].map(campaignStatusLook)).toEqual([
      { label: 'Active', tone: 'green' },
      { label: 'Paused', tone: 'amber' },
      { label: 'Completed', tone: 'blue' },
      { label: 'Unknown', tone: 'grey' },
      { label: 'Unknown', tone: 'grey' },
    ])
  })

  // Covers: campaigns-list-1
  it('says what to press before Call', () => {
    expect(callRefusal({ status: 'active' })).toBeNull()
    expect(callRefusal({ status: 'paused' })).toContain('Press Start first')
    expect(callRefusal({ status: 'completed' })).toContain('Press Start to make it active again')
  })

  // Covers: campaigns-list-12
  it('decides on the one action that moves it on', () => {
    const progress = { enrolled: 9, done: 2, waiting: 0, inFlight: 0 }
    const stepOf = (status: 'active' | 'paused' | 'completed', waiting = 0, inFlight = 0) =>
      nextStepOf({ status, progress: { ...progress, waiting, inFlight } })
    expect([stepOf('active', 7), stepOf('active', 0, 1)]).toEqual(['Pause', 'Pause'])
    expect([stepOf('active'), stepOf('paused', 7), stepOf('completed')]).toEqual(['Call', 'Start', 'Start'])
  })
})
