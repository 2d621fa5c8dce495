import { expect, it } from 'vitest'
import { automatedDecisions, significantKinds } from '#contract/automated-decisions.ts'
import { policyTextOf } from './policy-text.rules.ts'

const lender = {
  name: 'Harbour',
  legalName: 'Harbour Lending Pty Ltd',
  contactPhone: '(02) 5550 0100',
  address: '1 Example Street, Sydney NSW 2000',
}

// Covers: automated-decisions-3
it('names each significant decision under the way in which it is made, and the information that it uses', () => {
  const text = policyTextOf(lender, 'https://lender.example.com/privacy/automated-decisions')
  const [solely = '', substantially = ''] = text.split('Decisions that people make')
  for (const kind of significantKinds) {
    const { label, automation } = automatedDecisions[kind]
    expect([solely.includes(`- ${label}:`), substantially.includes(`- ${label}:`)], kind).toEqual([
      automation === 'solely',
      automation === 'substantially',
    ])
  }
  expect(text).toContain('; and lodged loans and how they turned out.')
  expect(text).toContain('https://lender.example.com/privacy/automated-decisions')
  expect(text).toContain('look at a decision again: (02) 5550 0100, 1 Example Street, Sydney NSW 2000.')
  expect(policyTextOf({ ...lender, contactPhone: '', address: '' }, '/x')).toMatch(/decision again\.$/)
})
