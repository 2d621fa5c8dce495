import { describe, expect, it } from 'vitest'
import { changeRefusal, type Teammate } from './team.rules.ts'

const at = new Date('2026-11-24T00:00:00Z')
const person = (id: number, more: Partial<Teammate> = {}): Teammate => ({
  ...{ id, role: 'admin', disabledAt: null, invitedAt: null, ...more },
})

describe('the last admin', () => {
  const ada = person(1)
  it.each([
    ['nobody else', []],
    ['an invited admin', [person(2, { invitedAt: at })]],
    ['a deactivated admin', [person(2, { disabledAt: at })]],
    ['a lender', [person(2, { role: 'lender' })]],
  ])('stays where there is %s', (_who, others) => {
    for (const change of [{ role: 'lender' as const }, { active: false }]) {
      expect(changeRefusal(ada, change, [ada, ...others], null)).toMatch('only active admin')
    }
    expect(changeRefusal(ada, { firstName: 'Ada', role: 'admin' }, [ada, ...others], null)).toBeNull()
  })

  // Covers: team-4
  it('may go where there is another', () => {
    expect(changeRefusal(ada, { active: false }, [ada, person(2)], 2)).toBeNull()
  })
})
