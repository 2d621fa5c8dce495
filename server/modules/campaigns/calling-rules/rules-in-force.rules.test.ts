import { describe, expect, it } from 'vitest'
import { looserParts, ruleSet, WIDEST } from '#contract/campaigns/calling-rules.ts'
import {
  DELIVERED,
  missingSuccessor,
  type RuleVersion,
  rulesAt,
  stateOf,
  timelineOf,
  versionText,
} from './rules-in-force.rules.ts'

const rules = DELIVERED[0].rules
const at = (text: string): Date => new Date(`${text}T00:00:00+11:00`)
const version = (number: number, from: string | null, to: string | null = null): RuleVersion => ({
  ...{ version: number, rules },
  from: from === null ? null : at(from).getTime(),
  to: to === null ? null : at(to).getTime(),
})
const first = version(1, null, '2027-04-01')

describe('the version in force', () => {
  // Covers: calling-rules-1
  it('is the last one that has begun, and of two from one instant the later version', () => {
    const timeline = timelineOf([version(3, '2027-04-01'), first, version(2, '2027-04-01')])
    expect(timeline.map((one) => one.version)).toEqual([1, 3])
    const changes = at('2027-04-01').getTime()
    expect(rulesAt(timeline, new Date(changes - 1)).version).toBe(1)
    expect(rulesAt(timeline, new Date(changes)).version).toBe(3)
    expect(stateOf(3, timeline, at('2027-03-01'))).toBe('planned')
    expect(stateOf(2, timeline, at('2027-03-01'))).toBe('past')
    expect(stateOf(1, timeline, at('2027-03-01'))).toBe('in_force')
    expect(stateOf(1, timeline, at('2027-04-02'))).toBe('past')
  })

  // Covers: calling-rules-4
  it('stays the ended one without a successor, which it says', () => {
    const timeline = timelineOf([first])
    const later = at('2027-05-01')
    expect(rulesAt(timeline, later).version).toBe(1)
    expect(versionText(rulesAt(timeline, later), later)).toBe('law-1-lapsed')
    expect(versionText(rulesAt(timeline, at('2027-03-31')), at('2027-03-31'))).toBe('law-1')
    expect(stateOf(1, timeline, later)).toBe('lapsed')
  })

  // Covers: calling-rules-4
  it('needs a successor from 60 days before its end, unless one follows without a gap', () => {
    const needed = (versions: readonly RuleVersion[], day: string) =>
      missingSuccessor(timelineOf(versions), at(day))?.version ?? null
    expect(needed([first], '2027-01-30')).toBeNull()
    expect(needed([first], '2027-01-31')).toBe(1)
    expect(needed([first, version(2, '2027-04-01')], '2027-03-01')).toBeNull()
    expect(needed([first, version(2, '2027-04-02')], '2027-03-01')).toBe(1)
    expect(needed([first], '2027-06-01')).toBe(1)
    expect(needed([version(1, null)], '2030-01-01')).toBeNull()
  })
})

describe('a set of rules', () => {
  const problems = (change: object) =>
    ruleSet.safeParse({ ...rules, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

  // Covers: calling-rules-2
  it('may be stricter than the widest, never wider', () => {
    expect(problems({})).toEqual([])
    expect(problems({ weekday: { from: '10:00', to: '17:30' }, saturday: null, capDays: 60 })).toEqual([])
    expect(problems({ weekday: { from: '08:59', to: '20:00' } })).toEqual(['weekday.from'])
    expect(problems({ saturday: { from: '09:00', to: '17:01' } })).toEqual(['saturday.to'])
    expect(problems({ weekday: { from: '12:00', to: '12:00' } })).toEqual(['weekday.to'])
    expect(problems({ dialsPerCampaign: 4, dialsPerNumber: 4, capDays: 29, coolingOffDays: 0 })).toEqual([
      ...['dialsPerCampaign', 'dialsPerNumber', 'capDays', 'coolingOffDays'],
    ])
  })

  // Covers: calling-rules-2
  it('is looser than another in the parts in which it permits more', () => {
    const strict = {
      ...{ weekday: { from: '10:00', to: '18:00' }, saturday: null, dialsPerCampaign: 2, dialsPerNumber: 1 },
      ...{ capDays: 60, coolingOffDays: 7, words: ['You may complain to AFCA.'], recording: 'off' as const },
    }
    expect(looserParts(strict, rules)).toEqual([])
    expect(looserParts(rules, strict)).toHaveLength(8)
    expect(looserParts(rules, { ...WIDEST, words: [], recording: 'announced' })).toEqual([])
  })
})
