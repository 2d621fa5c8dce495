import { automatedDecisions } from '#contract/automated-decisions.ts'
import type { AutomatedDecision } from '#contract/decisions/decision-kinds.ts'
import { DECISIONS_PAGE, type decisionCounts } from '#contract/decisions/decisions.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/table-columns.ts'

export type DecisionCount = AnswerOf<typeof decisionCounts>['kinds'][number]

const automationLabels: Record<AutomatedDecision['automation'], string> = {
  solely: 'Program alone',
  substantially: 'Person, prepared by a program',
}

export const decisionColumns: readonly Column<DecisionCount>[] = [
  {
    id: 'decision',
    header: 'Decision',
    cell: ({ kind }) => (
      <a className="link" href={`${DECISIONS_PAGE}#${kind}`} target="_blank" rel="noopener">
        {automatedDecisions[kind].label}
      </a>
    ),
    always: true,
    wrap: true,
    phone: 'title',
  },
  {
    id: 'significant',
    header: 'Effect',
    cell: ({ kind }) =>
      automatedDecisions[kind].significant ? <Badge tone="amber">Significant</Badge> : 'Limited',
    width: '8rem',
    phone: 'second',
  },
  {
    id: 'automation',
    header: 'Who decides',
    cell: ({ kind }) => automationLabels[automatedDecisions[kind].automation],
    width: '16rem',
    wide: true,
    phone: 'second',
  },
  {
    id: 'counted',
    header: 'What is counted',
    cell: ({ counted }) => counted,
    wrap: true,
    wide: true,
    phone: 'second',
  },
  {
    id: 'count',
    header: 'Count',
    cell: ({ count }) => (count === null ? ABSENT : formatNumber(count)),
    align: 'end',
    width: '7rem',
    phone: 'aside',
  },
]
