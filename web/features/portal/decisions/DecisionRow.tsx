import { type ReactElement, useState } from 'react'
import { contestStatusLabels, type OwnDecision } from '#contract/contests/contests.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ContestDialog } from './ContestDialog.tsx'
import { contestTone } from './contest-tone.ts'

/** One decision with its date, its rule and the data that it used. */
export function DecisionRow({ decision }: { decision: OwnDecision }): ReactElement {
  const [isContesting, setContesting] = useState(false)
  const { label, at, rule, version, data, contest } = decision
  const isOpen = contest?.status === 'open'
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-xs text-ink-soft">{`${label}, ${formatDateTime(at)}`}</p>
        <p className="font-medium break-words">{decision.decision}</p>
        {contest && (
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <Badge tone={contestTone(contest.status)}>{contestStatusLabels[contest.status]}</Badge>
            {isOpen && (
              <span className="text-ink-soft">{`You have an answer by ${formatDate(contest.dueOn)}.`}</span>
            )}
          </p>
        )}
        {contest?.answer && <p className="mt-1 break-words text-ink-soft">Our answer: {contest.answer}</p>}
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded text-link">
            How this was decided<span className="sr-only">: {decision.decision}</span>
          </summary>
          <p className="mt-1 max-w-3xl break-words">{rule}</p>
          {version && <p className="mt-1 text-ink-soft">Version of the rule: {version}</p>}
          <ul className="mt-1 list-disc pl-5">
            {data.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        </details>
      </div>
      {!isOpen && (
        <Button size="lg" onClick={() => setContesting(true)}>
          Contest<span className="sr-only"> the decision: {decision.decision}</span>
        </Button>
      )}
      {isContesting && <ContestDialog decision={decision} onClose={() => setContesting(false)} />}
    </li>
  )
}
