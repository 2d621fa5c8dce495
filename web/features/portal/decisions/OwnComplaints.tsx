import { type ReactElement, useState } from 'react'
import {
  ACKNOWLEDGE_HOURS,
  COMPLAINT_DAYS,
  complaintStatusLabels,
  listOwnComplaints,
  type OwnComplaint,
} from '#contract/contests/complaints.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ComplaintDialog } from './ComplaintDialog.tsx'

/** Complaints about calls, with the answers. */
export function OwnComplaints(): ReactElement {
  const { data = [] } = useRead(listOwnComplaints)
  const [isComplaining, setComplaining] = useState(false)
  return (
    <Panel
      title="Complaints about calls"
      actions={
        <Button size="lg" onClick={() => setComplaining(true)}>
          Complain about a call
        </Button>
      }
    >
      <p className="text-ink-soft">
        {`Was a call rude, misleading or unwanted? We acknowledge a complaint within ${ACKNOWLEDGE_HOURS} hours, and a person answers it within ${COMPLAINT_DAYS} days.`}
      </p>
      {data.length > 0 && (
        <ul className="mt-3 flex flex-col divide-y divide-line">
          {data.map((complaint) => (
            <ComplaintRow key={complaint.id} complaint={complaint} />
          ))}
        </ul>
      )}
      {isComplaining && <ComplaintDialog onClose={() => setComplaining(false)} />}
    </Panel>
  )
}

function ComplaintRow({ complaint }: { complaint: OwnComplaint }): ReactElement {
  const { id, words, receivedAt, callAt, status, dueOn, answer } = complaint
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{`No. ${id}, ${formatDate(receivedAt)}`}</span>
        <Badge tone={status === 'open' ? 'amber' : 'grey'}>{complaintStatusLabels[status]}</Badge>
      </p>
      {callAt && <p className="text-ink-soft">{`About the call of ${formatDateTime(callAt)}`}</p>}
      <p className="break-words whitespace-pre-wrap">{words}</p>
      {status === 'open' && <p className="text-ink-soft">{`You have an answer by ${formatDate(dueOn)}.`}</p>}
      {answer && <p className="mt-1 break-words text-ink-soft">Our answer: {answer}</p>}
    </li>
  )
}
