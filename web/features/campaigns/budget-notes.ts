import { BUDGET_WARNING, type BudgetUse } from '#contract/campaigns/campaign-budget.ts'
import { formatCost } from '#web/lib/format.ts'

const aud = (amount: string): string => formatCost(amount, 'AUD')

/** What a budget's state means, in sentences. */
export function budgetNotes({ level, estimated, onTheLine, nextCall, simulated }: BudgetUse): string[] {
  const notes: string[] = []
  if (nextCall === null)
    notes.push('No call is dialled: the price of a minute is not set in Settings, System, Organisation.')
  else if (level === 'used')
    notes.push(`No call is dialled: the next one may cost up to ${aud(nextCall)}, which no longer fits.`)
  else if (level === 'near') notes.push(`More than ${BUDGET_WARNING * 100}% is used.`)
  if (Number(onTheLine) > 0) notes.push(`Up to ${aud(onTheLine)} is reserved for calls on the line.`)
  if (simulated && Number(estimated) > 0)
    notes.push(
      'Simulated calls cost nothing; they are counted at the price of a minute to show the budget at work.',
    )
  else if (Number(estimated) > 0)
    notes.push(
      `${aud(estimated)} of it is an estimate, for calls that the vendor has not priced in AUD or US dollars.`,
    )
  return notes
}
