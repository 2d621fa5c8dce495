import type { ReactElement } from 'react'
import { contestStatusLabels, type OwnDecision } from '#contract/contests/contests.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card } from '#web/features/site/ui/Container.tsx'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'

const ZONE = 'Australia/Sydney'

interface DecisionCardProps {
  decision: OwnDecision
  /** Contested on this page since it was loaded. */
  isSent: boolean
  onContest: () => void
}

/** One decision with its date, its rule and the data that it used. */
export function DecisionCard({ decision, isSent, onContest }: DecisionCardProps): ReactElement {
  const { label, at, rule, version, data, contest } = decision
  const isOpen = isSent || contest?.status === 'open'
  // always with the year: the page may be read much later
  const when = formatDateTime(at, { timeZone: ZONE, now: 0 })
  return (
    <Card>
      <p className="text-sm text-ink-soft">{`${label}, ${when}`}</p>
      <p className="mt-1 font-semibold break-words">{decision.decision}</p>
      {contest && (
        <p className="mt-2 break-words">
          {`${contestStatusLabels[contest.status]}.`}
          {contest.status === 'open' && ` You have an answer by ${formatDate(contest.dueOn)}.`}
          {contest.answer && ` Our answer: ${contest.answer}`}
        </p>
      )}
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded text-link">
          How this was decided<span className="sr-only">: {decision.decision}</span>
        </summary>
        <p className="mt-2 break-words">{rule}</p>
        {version && <p className="mt-2 text-ink-soft">Version of the rule: {version}</p>}
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {data.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      </details>
      {!isOpen && (
        <Button className="mt-4 max-sm:w-full" onClick={onContest}>
          Contest<span className="sr-only"> the decision: {decision.decision}</span>
        </Button>
      )}
    </Card>
  )
}
