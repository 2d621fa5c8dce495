import { describe, expect, it } from 'vitest'
import { IN_GENERAL } from '#contract/contests/contests.ts'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import { describeDecision, describeKind } from './decision-sentences.rules.ts'

const at = new Date('2026-11-24T02:00:00Z')
const call = (detail: object) =>
  describeDecision({
    ...{ kind: 'call_eligibility', reference: '7', at, version: '6.hours-2' },
    detail: { verdict: 'never', code: 'opted_out', until: null, product: 'Flex', facts: {}, ...detail },
  })

describe('the words of a decision', () => {
  // Covers: contests-1
  it('say what was decided about a call, why, and with which data', () => {
    const facts = {
      ...{ place: { region: 'NSW', zone: null }, callBasis: 'express', numberTakenBy: 99, held: null },
      ...{ wash: { listed: false, washedOn: '2026-11-20' }, campaignDials: [{}], numberDials: [{}, {}] },
    }
    expect(call({ verdict: 'later', code: 'retry', until: '2026-11-25T00:00:00Z', facts })).toMatchObject({
      decision:
        'The call to you about Flex was put off, because the last call did not reach you. Not before Wed 25 Nov, 11:00 am AEDT.',
      version: '6.hours-2',
      data: [
        'State: NSW',
        'Basis for calls: express consent',
        'Do Not Call Register: not listed on Fri 20 Nov 2026',
        'Earlier calls about this offer: 1',
        'Calls to the number in the last 30 days: 2',
        expect.stringMatching(/^Uses: /),
      ],
    })
    expect(call({ verdict: 'call', code: 'allowed' }).decision).toBe('You may be called about Flex.')
  })

  it('never repeat a stored text, which may name another person', () => {
    const { decision, data } = call({
      code: 'duplicate_number',
      facts: { held: { since: '2026-11-20', reason: 'Banned: FRASER, ISLA' } },
    })
    expect(decision).toBe(
      'You are not called about Flex, because the number is shared with another record, which is called instead.',
    )
    expect(data.join()).not.toContain('FRASER')
  })

  it('survive facts of an older form, and a kind instead of a single decision', () => {
    expect(call({ facts: { callBasis: 'former' } }).data).toHaveLength(1)
    for (const kind of decisionKinds) {
      expect(describeKind(kind, at)).toMatchObject({
        kind,
        reference: IN_GENERAL,
        decision: expect.stringMatching(/\.$/),
      })
    }
  })
})
