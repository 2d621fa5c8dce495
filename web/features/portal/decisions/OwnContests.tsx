import { type ReactElement, useState } from 'react'
import {
  contestStatusLabels,
  listOwnContests,
  type OwnContest,
  withdrawContest,
} from '#contract/contests/contests.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ContestDialog } from './ContestDialog.tsx'
import { contestTone } from './contest-tone.ts'

/** What the broker contests, with the answers; also a decision that the list does not show. */
export function OwnContests(): ReactElement {
  const { data = [] } = useRead(listOwnContests)
  const [isContesting, setContesting] = useState(false)
  return (
    <Panel
      title="Your contests"
      actions={
        <Button size="lg" onClick={() => setContesting(true)}>
          Contest another decision
        </Button>
      }
    >
      {data.length === 0 ? (
        <p className="text-ink-soft">You haven’t contested any decisions.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((contest) => (
            <ContestRow key={contest.id} contest={contest} />
          ))}
        </ul>
      )}
      {isContesting && <ContestDialog decision={null} onClose={() => setContesting(false)} />}
    </Panel>
  )
}

function ContestRow({ contest }: { contest: OwnContest }): ReactElement {
  const { id, label, decision, reason, madeAt, status, dueOn, answer } = contest
  const withdraw = useWrite(withdrawContest, {
    onSuccess: () => toastSuccess('Your contest was withdrawn'),
    onError: (error) => toastError(messageOf(error, 'Your contest could not be withdrawn')),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{`${label}, ${formatDate(madeAt)}`}</span>
          <Badge tone={contestTone(status)}>{contestStatusLabels[status]}</Badge>
        </p>
        <p className="break-words text-ink-soft">{decision}</p>
        <p className="break-words">{reason}</p>
        {status === 'open' && (
          <p className="text-ink-soft">{`You have an answer by ${formatDate(dueOn)}.`}</p>
        )}
        {answer && <p className="mt-1 break-words text-ink-soft">Our answer: {answer}</p>}
      </div>
      {status === 'open' && (
        <Button
          size="lg"
          pending={withdraw.isPending}
          pendingText="Withdrawing..."
          onClick={() => withdraw.mutate({ params: { id } })}
        >
          Withdraw<span className="sr-only"> the contest of {label}</span>
        </Button>
      )}
    </li>
  )
}
