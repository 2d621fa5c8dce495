import { expect, it } from 'vitest'
import { type CallingRules, WIDEST } from '#contract/campaigns/calling-rules.ts'
import { bodyOf, errorsOf, textsOf } from './rules-form.ts'

const rules: CallingRules = {
  ...{ id: 1, version: null, state: 'draft', publishedAt: null, publishedBy: null },
  rules: { ...WIDEST, words: ['You may complain to AFCA.'], recording: 'announced' },
  ...{ validFrom: '2027-03-31T13:00:00.000Z', validTo: null, source: 'Standard 2027', note: '' },
}

// Covers: calling-rules-3
it('reads its own texts back, with days in Sydney and a sentence a line', () => {
  const texts = textsOf(rules)
  expect(texts).toMatchObject({ validFrom: '2027-04-01', words: 'You may complain to AFCA.', capDays: '30' })
  expect(bodyOf(texts)).toEqual({
    ...{ rules: rules.rules, validFrom: rules.validFrom, validTo: null, source: rules.source, note: '' },
  })
  expect(bodyOf({ ...texts, saturdayFrom: '', saturdayTo: '' }).rules.saturday).toBeNull()
})

// Covers: calling-rules-3
it('names the field of each mistake', () => {
  const texts = textsOf(rules)
  expect(errorsOf(texts)).toEqual({})
  expect(
    errorsOf({ ...texts, weekdayTo: '20:30', saturdayTo: '', dialsPerNumber: '4', capDays: '', source: '' }),
  ).toEqual({
    weekdayTo: 'No rules permit calls after 8 pm',
    saturdayTo: 'Enter a time as HH:MM, such as 09:30',
    dialsPerNumber: 'Enter 1, 2 or 3 calls',
    capDays: 'Enter 30 to 90 days',
    source: 'Name the law or decision that these rules come from',
  })
})
