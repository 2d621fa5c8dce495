import { describe, expect, it } from 'vitest'
import { campaignFields } from '#contract/campaigns/campaigns.ts'
import { changesOf, newCampaign } from './campaign-form.ts'

const filled = {
  ...newCampaign,
  name: 'Premium',
  product: 'Premium Home Loan',
  callScript: 'Hi {{firstName}}',
}

describe('the form of a campaign', () => {
  // Covers: create-edit-campaign-2
  it('starts with the defaults of the contract', () => {
    const { name, product, callScript } = filled
    expect(campaignFields.parse(filled)).toEqual(
      campaignFields.parse({ name, product, callScript, description: '', aiPrompt: '', aiInstructions: '' }),
    )
  })

  // Covers: create-edit-campaign-9
  it('sends only what was changed', () => {
    const fields = campaignFields.parse({ ...filled, rate: '6.14' })
    expect(changesOf(fields, { rate: true, status: false })).toEqual({ rate: '6.140' })
    expect(changesOf(fields, {})).toEqual({})
  })
})
