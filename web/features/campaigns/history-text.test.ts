import { describe, expect, it } from 'vitest'
import { historyText } from './history-text.ts'

const entry = (action: string, before: unknown = null, after: unknown = null) => ({
  ...{ id: 1, at: '2026-11-24T03:00:00Z', actor: 'Ada Whitlock', action, before, after },
})

describe('what was done with a campaign', () => {
  // Covers: campaigns-list-9
  it('names the fields that changed, short values with what they were', () => {
    const before = { rate: '6.140', callScript: 'a'.repeat(200), versionId: 3, callDaysOfWeek: ['1', '2'] }
    const after = { rate: '6.090', callScript: 'b'.repeat(200), versionId: 4, callDaysOfWeek: ['1'] }
    expect(historyText(entry('campaign.changed', before, after))).toBe(
      'Changed rate from 6.140 to 6.090, call script, days from 1, 2 to 1',
    )
  })
  it('says why it paused itself, and what is not known as it is recorded', () => {
    expect(historyText(entry('campaign.paused', {}, { reason: '11 of the last 20 calls failed.' }))).toBe(
      'Paused itself: 11 of the last 20 calls failed.',
    )
    expect(historyText(entry('campaign.created'))).toBe('Created')
    expect(historyText(entry('campaign.renumbered'))).toBe('campaign.renumbered')
  })
})
