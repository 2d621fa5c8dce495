import { describe, expect, it } from 'vitest'
import { roleMay } from '#contract/policy.ts'
import { type CountedNeed, missingDetails, needsOf } from './needs.rules.ts'

const counted: CountedNeed[] = [
  { kind: 'documents', count: 4, overdue: 0 },
  { kind: 'task', task: 'call_back', count: 3, overdue: 1, lateSince: '2026-11-23T01:00:00Z' },
  { kind: 'task', task: 'compliance_review', count: 2, overdue: 0 },
  { kind: 'task', task: 'meeting_unmarked', count: 9, overdue: 9 },
  { kind: 'registers', count: 0, overdue: 0 },
  { kind: 'task', task: 'requested_call', count: 5, overdue: 0 },
  { kind: 'failed_jobs', count: 1, overdue: 1, lateSince: '2026-11-22T01:00:00Z' },
  { kind: 'campaign_paused', count: 1, campaign: { id: 7, name: 'Harbour' } },
]
const kindsFor = (role: 'admin' | 'lender' | 'compliance' | 'viewer'): string[] =>
  needsOf(counted, (action) => roleMay(role, action)).map(({ kind, task }) => task ?? kind)

describe('what waits for somebody', () => {
  // Covers: dashboard-11
  it('holds what the role may do: stopped campaigns, then the longest overdue, and nothing that another line counts', () => {
    expect(kindsFor('admin')).toEqual([
      ...['campaign_paused', 'failed_jobs', 'call_back', 'compliance_review', 'documents'],
    ])
    expect(kindsFor('lender')).toEqual(['campaign_paused', 'call_back'])
    expect(kindsFor('compliance')).toEqual(['compliance_review', 'documents'])
    expect(kindsFor('viewer')).toEqual([])
  })
  it('names what every live call must say', () => {
    expect(missingDetails({ legalName: '', contactPhone: '1800 160 401', agentName: '' })).toEqual([
      'legal name',
      'agent name',
    ])
  })
})
