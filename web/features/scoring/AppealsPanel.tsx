import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { shortDayName } from '#contract/calendar.ts'
import { type Appeal, appealStatusLabels, listAppeals } from '#contract/scoring/score-appeals.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { figure, monthText } from './score-labels.ts'

const SHOWN = 20

/** Appeals of brokers, the most urgent first; nothing without any. */
export function AppealsPanel(): ReactElement | null {
  const { data = [] } = useRead(listAppeals)
  const [answering, setAnswering] = useState<Appeal | null>(null)
  const refusal = useRefusal('scoring.override')
  if (data.length === 0) return null
  return (
    <Panel title="Appeals">
      <ul className="flex flex-col divide-y divide-line">
        {data.slice(0, SHOWN).map((appeal) => (
          <li
            key={appeal.id}
            className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <Link to={pathTo.broker(appeal.broker.id)} className="font-medium hover:text-link">
                  {appeal.broker.name}
                </Link>
                <span className="text-ink-soft">
                  {monthText(appeal.month)}, {figure(appeal.overallScore)} points, {appeal.tier}
                </span>
                <Badge
                  tone={appeal.status === 'open' ? 'amber' : appeal.status === 'upheld' ? 'green' : 'grey'}
                >
                  {appealStatusLabels[appeal.status]}
                </Badge>
              </p>
              <p className="mt-1 break-words">{appeal.reason}</p>
              {appeal.answer && (
                <p className="mt-1 break-words text-ink-soft">
                  {`${appeal.answeredBy ?? 'Somebody'}, ${formatDateTime(appeal.answeredAt)}: ${appeal.answer}`}
                </p>
              )}
            </div>
            {appeal.status === 'open' && (
              <span className="flex items-center gap-2">
                <span className="text-xs text-ink-soft">Answer by {shortDayName(appeal.dueOn)}</span>
                <Button size="sm" disabledReason={refusal} onClick={() => setAnswering(appeal)}>
                  Answer<span className="sr-only"> the appeal of {appeal.broker.name}</span>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {answering && <AnswerDialog appeal={answering} onClose={() => setAnswering(null)} />}
    </Panel>
  )
}
