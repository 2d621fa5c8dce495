import { describe, expect, it } from 'vitest'
import type { RankedGroup } from './best-hours.rules.ts'
import { effectOf, evidenceWords, groupName, hoursWords } from './best-hours-words.rules.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const hours = (days: string[], ...times: number[]): number[] =>
  days.flatMap((day) => times.map((time) => DAYS.indexOf(day) * 24 + time))

describe('preferred hours in words', () => {
  it.each([
    ['Tue to Thu, 10 am to noon', hours(['Tue', 'Wed', 'Thu'], 10, 11)],
    ['Mon and Tue, 9 am to 10 am', hours(['Mon', 'Tue'], 9)],
    ['Mon to Wed and Fri, noon to 1 pm', hours(['Mon', 'Tue', 'Wed', 'Fri'], 12)],
    [
      'Mon, 9 am to 10 am and 4 pm to 6 pm; Sat, 11 am to noon',
      [...hours(['Sat'], 11), ...hours(['Mon'], 16, 9, 17)],
    ],
    ['Fri, 11 pm to midnight; Sun, midnight to 1 am', [...hours(['Sun'], 0), ...hours(['Fri'], 23)]],
  ])('%s', (words, given) => {
    expect(hoursWords(given)).toBe(words)
  })

  it('are named by region and kind of number', () => {
    expect([groupName('NSW', 'mobile'), groupName(null, 'fixed')]).toEqual([
      'NSW mobiles',
      'Fixed lines without a state',
    ])
  })
})

describe('the evidence', () => {
  const group = (changes: Partial<RankedGroup>): RankedGroup => ({
    ...{ region: 'NSW', line: 'mobile', preferred: [], verdict: 'no_difference' },
    ...{ share: { did: 620, of: 2000 }, best: { did: 0, of: 0 } },
    ...changes,
  })
  it.each([
    ['No calls yet to tell from.', undefined],
    ['Too few calls to tell: 1 call on 1 day.', group({ verdict: 'too_few', share: { did: 0, of: 1 } })],
    ['No hour is clearly better: 31.0% of 2,000 calls on 1 day were answered.', group({})],
    [
      '31.0% of 2,000 calls on 1 day were answered, in these hours 48.0% of 250.',
      group({ verdict: 'preferred', preferred: [58], best: { did: 120, of: 250 } }),
    ],
  ])('%s', (words, given) => {
    expect(evidenceWords('NSW', given, 1)).toBe(words)
  })

  it('cannot be had where the place is not known', () => {
    expect(evidenceWords(null, undefined, 0)).toBe('Without a state the hours at their place are not known.')
  })
})

describe('what preferred hours brought', () => {
  it('is not said of few calls', () => {
    expect(effectOf({ did: 1, of: 1 }, { did: 0, of: 400 })).toEqual({
      ...{ difference: null, low: null, high: null },
      verdict: 'too_few',
      sentence: 'Too few to tell.',
    })
    expect(effectOf({ did: 12, of: 29 }, { did: 100, of: 400 }).sentence).toBe('Too few to tell.')
  })

  // Covers: audiences-6, best-hours-6
  it('is a plain sentence with both ends otherwise', () => {
    expect(effectOf({ did: 400, of: 1000 }, { did: 300, of: 1000 })).toEqual({
      ...{ difference: 10, low: 5.8, high: 14.1, verdict: 'more' },
      sentence: 'Of 100 first calls with preferred hours 10.0 more were answered: between 5.8 and 14.1.',
    })
    expect(effectOf({ did: 300, of: 1000 }, { did: 400, of: 1000 }).sentence).toBe(
      'Of 100 first calls with preferred hours 10.0 fewer were answered: between 5.8 and 14.1.',
    )
    expect(effectOf({ did: 310, of: 1000 }, { did: 300, of: 1000 }).sentence).toBe(
      'No clear difference: of 100 first calls with preferred hours between 3.0 fewer and 5.0 more were answered.',
    )
  })
})
