import { describe, expect, it } from 'vitest'
import { checkDecisions, checkRegister } from './decisions.ts'

const SCHEMA = `export interface Applicants {
  id: number;
  name: string;
  status: string;
}
export interface Brokers {
  id: number;
  blockedAt: Timestamp | null;
  suspendedAt: Timestamp | null;
}
export interface Denials {
  id: number;
}
export interface DB {
  applicants: Applicants;
  brokers: Brokers;
  denials: Denials;
}
`
const file = (path: string, text: string) => ({ path: `server/modules/${path}`, text })
const CLASSIFY = 'say in tools/structure/decided-columns.ts'

describe('an undeclared decision', () => {
  // Covers: automated-decisions-1
  it('is a problem as a table, as a status and as a new column of a classified table', () => {
    const planted = [
      file('brokers/denials.store.ts', "db.insertInto('denials')"),
      file('brokers/applicants.store.ts', 'sql`update applicants set status = 1`'),
      file('brokers/store.ts', "db.updateTable('brokers').set({ blockedAt })"),
    ]
    expect(checkDecisions(planted, SCHEMA)).toEqual([
      `server/modules/brokers/denials.store.ts: writes denials; ${CLASSIFY} whether its rows decide about a person`,
      `server/modules/brokers/applicants.store.ts: writes applicants.status; ${CLASSIFY} which automated decision it holds, or none`,
      `server/modules/brokers/store.ts: writes brokers.blockedAt; ${CLASSIFY} which automated decision it holds, or none`,
    ])
  })

  // Covers: automated-decisions-1
  it('is a problem as a suppression or a suspension by a further file', () => {
    const planted = [
      file('scoring/low-scores.ts', 'await setSuspended(tx, brokerId, true)'),
      file('scoring/rude-words.ts', 'await optOutByVoice(tx, { phone })'),
      file('scoring/suspend-broker.ts', 'export async function setSuspended(tx: Ctx) {}'),
    ]
    expect(checkDecisions(planted, SCHEMA)).toEqual([
      `server/modules/scoring/rude-words.ts: calls optOutByVoice; ${CLASSIFY} which automated decision that is`,
      `server/modules/scoring/low-scores.ts: calls setSuspended; ${CLASSIFY} which automated decision that is`,
    ])
  })
})

describe('an entry of the register', () => {
  const rule = (text: string) => [{ path: 'server/input/form-check.ts', text }]
  const lineOf = (problems: readonly string[]): string =>
    problems.flatMap((problem) => /"(\w{12} {2}form_check)"/.exec(problem)?.[1] ?? [])[0] ?? ''

  // Covers: automated-decisions-1
  it('has to be read again when its rule changes, not when a comment or the layout does', () => {
    const line = lineOf(checkRegister(rule('const a = 1 // why'), '', ''))
    expect(line).toMatch(/^\w{12} {2}form_check$/)
    expect(lineOf(checkRegister(rule('const a =\n  1 // another reason'), '', line))).toBe('')
    expect(lineOf(checkRegister(rule('const a = 2'), '', line))).not.toBe('')
  })

  // Covers: automated-decisions-1
  it('needs a requirement with its test, and a rule that exists', () => {
    expect(checkRegister([], '', '')).toEqual(
      expect.arrayContaining([
        'contract/automated-decisions.ts: form_check names server/input/form-check.ts, which does not exist',
        'docs/requirements.md: add `decision-form-check`, which a test covers',
      ]),
    )
  })
})
