import { describe, expect, it } from 'vitest'
import type { Need } from '#contract/tasks/needs.ts'
import { needWords } from './need-words.ts'

const NOW = Date.parse('2026-11-24T02:00:00Z')
const need = (given: Pick<Need, 'kind'> & Partial<Need>): Need => ({
  ...{ task: null, campaign: null, count: 1, overdue: 0, detail: null, lateSince: null },
  ...given,
})
const read = (given: Pick<Need, 'kind'> & Partial<Need>): string => {
  const { count, text, detail } = needWords(need(given), NOW)
  return [[count, text].filter(Boolean).join(' '), detail].filter(Boolean).join(' · ')
}
const campaign = { id: 7, name: 'Harbour' }

describe('what waits for a person', () => {
  // Covers: dashboard-11
  it('is counted in words, with what is overdue', () => {
    expect(read({ kind: 'task', task: 'call_back', count: 3, overdue: 1 })).toBe(
      '3 brokers to call back · 1 overdue',
    )
    const lateSince = '2026-11-21T01:00:00Z'
    expect(read({ kind: 'documents', count: 100, overdue: 100, lateSince })).toBe(
      '99+ documents to review · overdue for 3 days',
    )
    expect(read({ kind: 'applications' })).toBe('1 application waiting')
    expect(read({ kind: 'failed_jobs', count: 2, overdue: 2 })).toBe('2 background jobs failed')
  })
  it('names the campaign and why it stopped', () => {
    const detail = '11 of the last 20 calls failed (11 × number refused): calls #1, #2.'
    expect(read({ kind: 'campaign_paused', campaign, detail })).toBe(
      'Harbour paused itself · 11 of the last 20 calls failed',
    )
    expect(read({ kind: 'organisation', count: 2, detail: 'legal name, agent name' })).toBe(
      'Live calls can’t start yet · legal name, agent name missing',
    )
  })
  it('leads to where it is done', () => {
    const to = (given: Pick<Need, 'kind'> & Partial<Need>) => needWords(need(given), NOW).action.to
    expect(to({ kind: 'task', task: 'call_back' })).toBe('/tasks?kind=call_back&assignee=anyone')
    expect(to({ kind: 'campaign_paused', campaign })).toBe('/campaigns/7')
    expect(to({ kind: 'meetings_unmarked' })).toBe('/bookings?period=past&status=booked')
  })
})
