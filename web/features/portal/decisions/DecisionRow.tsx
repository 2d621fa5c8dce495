import { type ReactElement, useState } from 'react'
import { contestStatusLabels, IN_GENERAL, type OwnDecision } from '#contract/contests/contests.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AppealDialog } from '../score/AppealDialog.tsx'
import { ContestDialog } from './ContestDialog.tsx'
import { contestTone } from './contest-tone.ts'

/** One decision with its date, its rule and the data that it used. */
export function DecisionRow({ decision }: { decision: OwnDecision }): ReactElement {
  const [isContesting, setContesting] = useState(false)
  const { kind, reference, label, at, rule, version, data, contest } = decision
  const isOpen = contest?.status === 'open'
  const isAppeal = kind === 'score' && reference !== IN_GENERAL
  const close = (): void => setContesting(false)
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span>{label}</span>
        <time dateTime={at} className="whitespace-nowrap">
          {formatDateTime(at)}
        </time>
      </p>
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
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <details className="min-w-0 open:basis-full">
          <summary className="w-fit rounded py-1 text-link">
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
        {!isOpen && (
          <Button
            size="lg"
            variant="ghost"
            className="-my-1 -mr-4 ml-auto text-link"
            onClick={() => setContesting(true)}
          >
            {isAppeal ? 'Appeal' : 'Contest'}
            <span className="sr-only">
              {isAppeal ? ' against the decision' : ' the decision'}: {decision.decision}
            </span>
          </Button>
        )}
      </div>
      {isContesting &&
        (isAppeal ? (
          <AppealDialog month={reference} onClose={close} />
        ) : (
          <ContestDialog decision={decision} onClose={close} />
        ))}
    </li>
  )
}
