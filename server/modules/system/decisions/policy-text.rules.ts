// Writes the section of a privacy policy that Australian Privacy Principles 1.7 to 1.9 require, from the register.

import { automatedDecisions, significantKinds } from '#contract/automated-decisions.ts'
import { informationLabels } from '#contract/decisions/decision-kinds.ts'
import type { Lender } from '#contract/microsites/pages.ts'

type Named = Pick<Lender, 'name' | 'legalName' | 'contactPhone' | 'address'>

/** Plain text in paragraphs, to paste into a policy. */
export function policyTextOf(lender: Named, pageUrl: string): string {
  const who = lender.legalName || lender.name
  const significant = significantKinds.map((kind) => automatedDecisions[kind])
  const bullets = (automation: 'solely' | 'substantially'): string =>
    significant
      .filter((one) => one.automation === automation)
      .map(({ label, decides, effect }) => `- ${label}: ${decides} ${effect}`)
      .join('\n')
  const information = [...new Set(significant.flatMap((one) => one.information))].map(
    (one) => informationLabels[one],
  )
  const contact = [lender.contactPhone, lender.address].filter(Boolean).join(', ')
  return [
    'Automated decisions',
    `${who} uses computer programs to make decisions, or to do things that are substantially and directly related to decisions, that could reasonably be expected to significantly affect the rights or interests of mortgage brokers and of applicants for accreditation.`,
    `The programs use these kinds of personal information: ${listOf(information)}.`,
    `Decisions that programs make without a person:\n${bullets('solely')}`,
    `Decisions that people make, and that programs prepare:\n${bullets('substantially')}`,
    `Each of these decisions, its rule, who can change it and how to contest it are described at ${pageUrl}, with the decisions of less effect. You can ask us to have a person look at a decision again${contact ? `: ${contact}` : ''}.`,
  ].join('\n\n')
}

const listOf = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join('; ')}; and ${words.at(-1)}` : (words[0] ?? '')
