import { expect, it } from 'vitest'
import { campaignShape } from '#contract/campaigns/campaigns.ts'
import { editorSteps, firstWrongStep, mistakesOf, nextStep, previousStep, stepOf } from './editor-steps.ts'

// Covers: create-edit-campaign-10
it('every field of a campaign belongs to one step', () => {
  const fields = editorSteps.flatMap((step) => step.fields)
  expect(fields.toSorted()).toEqual(Object.keys(campaignShape).toSorted())
})

it('steps follow each other, and an address that names none begins at the first', () => {
  expect([stepOf('script'), stepOf(''), stepOf('nonsense')]).toEqual(['script', 'offer', 'offer'])
  expect([nextStep('offer'), nextStep('check'), previousStep('offer'), previousStep('check')]).toEqual([
    'script',
    null,
    null,
    'audience',
  ])
})

// Covers: create-edit-campaign-10
it('mistakes are counted at their step, and the first one says where to go', () => {
  const errors = { callEndTime: {}, callScript: {}, timezone: {} }
  expect(mistakesOf(errors)).toEqual({ offer: 0, script: 1, audience: 2, check: 0 })
  expect(firstWrongStep(errors)).toBe('script')
  expect(firstWrongStep({})).toBeNull()
})
