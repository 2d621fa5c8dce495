import type { CampaignInput } from '#contract/campaigns/campaigns.ts'

/**
 * The campaigns of the demo world, oldest first. The first five have called; of those the active one has brokers left
 * whom a press of Call enrols. The newest has called no broker yet.
 */
export const offers: readonly CampaignInput[] = [
  {
    name: 'Owner-occupier Refinance',
    product: 'Switch Home Loan',
    rate: '6.090',
    comparisonRate: '6.120',
    description: 'Refinance to 80% LVR, valuation and discharge paid by us.',
    callScript:
      'Our Switch Home Loan is {{rate}}, {{firstName}}, and we pay for the valuation. Do you have clients at {{company}} who would refinance?',
    aiPrompt:
      'Tell {{firstName}} about the {{product}} at {{rate}} for refinances. Mention the paid valuation, then offer the menu.',
    aiPersonality: 'professional',
    aiInstructions: null,
    status: 'completed',
  },
  {
    name: 'Self-employed',
    product: 'Business Owner Home Loan',
    rate: '6.490',
    comparisonRate: '6.560',
    description: 'One year of returns, or BAS for four quarters, to 80% LVR.',
    callScript:
      'The {{product}} takes one year of returns at {{rate}}, {{firstName}}. Would you like the details for {{company}}?',
    aiPrompt:
      'Present the {{product}} at {{rate}} to {{firstName}}. Explain which income documents it takes, then offer the menu.',
    aiPersonality: 'consultative',
    aiInstructions: 'Say that all loans are subject to assessment.',
    status: 'completed',
  },
  {
    name: 'First Home Buyer',
    product: 'First Start Home Loan',
    rate: '5.990',
    comparisonRate: '6.040',
    description: 'Low-deposit loan for first home buyers, to 95% LVR with LMI.',
    callScript:
      'We have opened the {{product}} at {{rate}} for your first home buyers, {{firstName}}. Would you like the details?',
    aiPrompt:
      'Tell {{firstName}} of {{company}} about the {{product}} at {{rate}}. Answer questions about deposit and LMI in plain words, then offer the menu.',
    aiPersonality: 'friendly',
    aiInstructions: 'Keep it under two minutes. Never promise an approval.',
    status: 'completed',
  },
  {
    name: 'Investment Property',
    product: 'Investor Flex',
    rate: '6.340',
    comparisonRate: '6.390',
    description: 'Interest-only to five years, offset included.',
    callScript:
      'Investor Flex is open at {{rate}}, {{firstName}}: interest only to five years, with an offset.',
    aiPrompt:
      'Present {{product}} at {{rate}} to {{firstName}}. Ask what their investors need, then offer the menu.',
    aiPersonality: 'consultative',
    aiInstructions: null,
    status: 'paused',
  },
  {
    name: 'Premium Home Loan',
    product: 'Premium Home Loan',
    rate: '6.140',
    comparisonRate: '6.180',
    description: 'Our sharpest owner-occupier rate, to 80% LVR, with a two-day answer.',
    callScript:
      'Our Premium Home Loan is {{rate}}, {{firstName}}, with an answer in two business days. How may we help {{company}}?',
    aiPrompt:
      'Tell {{firstName}} about the {{product}} at {{rate}} and the two-day answer. Be brief, then offer the menu.',
    aiPersonality: 'professional',
    aiInstructions: 'Quote the rate exactly as given. If asked about exceptions, offer a meeting.',
    status: 'active',
  },
  {
    name: 'Green Home',
    product: 'Green Home Loan',
    rate: '5.940',
    comparisonRate: '5.980',
    description: 'For homes rated seven stars and above, to 90% LVR.',
    callScript:
      'Our new Green Home Loan is {{rate}} for homes rated seven stars and above, {{firstName}}. May I send you the details?',
    aiPrompt:
      'Tell {{firstName}} about the {{product}} at {{rate}} and which energy ratings it takes, then offer the menu.',
    aiPersonality: 'friendly',
    aiInstructions: null,
    status: 'active',
  },
]
