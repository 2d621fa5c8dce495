import type { CampaignInput } from '#contract/campaigns.ts'

/** The campaigns of the demo world, oldest first. */
export const offers: readonly CampaignInput[] = [
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
    status: 'active',
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
]
