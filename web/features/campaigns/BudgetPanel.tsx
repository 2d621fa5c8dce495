import type { ReactElement } from 'react'
import type { BudgetUse } from '#contract/campaigns/campaign-budget.ts'
import { formatCost } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { budgetNotes } from './budget-notes.ts'

const tones = { within: 'primary', near: 'amber', used: 'red' } as const

/** How much of a campaign's budget is used, and what happens next. */
export function BudgetPanel({ budget, use }: { budget: string; use: BudgetUse }): ReactElement {
  return (
    <Panel title="Budget">
      <Progress
        label="Spent"
        value={Number(use.spent)}
        max={Number(budget)}
        text={`${formatCost(use.spent, 'AUD')} of ${formatCost(budget, 'AUD')}`}
        tone={tones[use.level]}
      />
      {budgetNotes(use).map((note) => (
        <p key={note} className="mt-2 text-sm text-ink-soft">
          {note}
        </p>
      ))}
    </Panel>
  )
}
