import { type ReactElement, useState } from 'react'
import {
  APPEAL_DAYS,
  appealStatusLabels,
  type OwnAppeal,
  withdrawAppeal,
} from '#contract/scoring/score-appeals.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { monthText } from '#web/features/scoring/score-labels.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AppealDialog } from './AppealDialog.tsx'

interface OwnAppealsProps {
  month: string
  /** Of every month. */
  appeals: readonly OwnAppeal[]
}

/** Makes appeals, and shows their results. */
export function OwnAppeals({ month, appeals }: OwnAppealsProps): ReactElement {
  const [asking, setAsking] = useState(false)
  const open = appeals.find((appeal) => appeal.month === month && appeal.status === 'open')
  return (
    <Panel
      title="Is something wrong?"
      actions={
        !open && (
          <Button size="lg" onClick={() => setAsking(true)}>
            Appeal
          </Button>
        )
      }
    >
      <p>
        {open
          ? `Your appeal about ${monthText(month)} is open: you will have an answer by ${formatDate(open.dueOn)}.`
          : `If a figure is wrong or belongs to someone else, appeal: a person reviews it and answers within ${APPEAL_DAYS} days.`}
      </p>
      {appeals.length > 0 && (
        <ul className="mt-3 flex flex-col divide-y divide-line">
          {appeals.map((appeal) => (
            <AppealRow key={appeal.id} appeal={appeal} />
          ))}
        </ul>
      )}
      {asking && <AppealDialog month={month} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function AppealRow({ appeal }: { appeal: OwnAppeal }): ReactElement {
  const withdraw = useWrite(withdrawAppeal, {
    onSuccess: () => toastSuccess('Your appeal was withdrawn'),
    onError: (error) => toastError(messageOf(error, 'Your appeal could not be withdrawn')),
  })
  const { month, madeAt, status, reason, answer } = appeal
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{`${monthText(month)}, ${formatDate(madeAt)}`}</span>
          <Badge tone={status === 'open' ? 'amber' : status === 'upheld' ? 'green' : 'grey'}>
            {appealStatusLabels[status]}
          </Badge>
        </p>
        <p className="break-words">{reason}</p>
        {answer && <p className="mt-1 break-words text-ink-soft">Our answer: {answer}</p>}
      </div>
      {status === 'open' && (
        <Button pending={withdraw.isPending} onClick={() => withdraw.mutate({ params: { month } })}>
          Withdraw
        </Button>
      )}
    </li>
  )
}
