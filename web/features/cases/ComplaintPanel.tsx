import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import {
  acknowledgeComplaint,
  type Complaint,
  complaintChannelLabels,
  complaintStatusLabels,
  getComplaint,
} from '#contract/contests/complaints.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Fact, Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AnswerComplaintDialog } from './AnswerComplaintDialog.tsx'
import { complaintTone } from './case-labels.ts'
import { Deadline } from './Deadline.tsx'

/** The complaint that the address names (?complaint=17). */
export function ComplaintPanel(): ReactElement {
  const open = useOpenRecord('complaint')
  const read = useRecord(getComplaint, open.id)
  const [isAnswering, setAnswering] = useState(false)
  const complaint = read.data
  return (
    <>
      <RecordPanel
        noun="complaint"
        open={open}
        read={read}
        title={complaint ? `Complaint no. ${complaint.id}` : 'Complaint'}
        description={complaint && (complaint.name ?? complaint.email ?? complaint.phone)}
        footer={
          complaint?.status === 'open' && (
            <Actions complaint={complaint} onAnswer={() => setAnswering(true)} />
          )
        }
        skeleton={['h-5 w-40', 'h-16', 'mt-4 h-28']}
      >
        {(loaded) => (
          <>
            <PanelSection title="What they say">
              <p className="break-words whitespace-pre-wrap">{loaded.words}</p>
              {loaded.suspicion && <p className="mt-2 text-amber-ink">{loaded.suspicion}</p>}
            </PanelSection>
            {loaded.answer && (
              <PanelSection title="The answer">
                <p className="break-words whitespace-pre-wrap">{loaded.answer}</p>
              </PanelSection>
            )}
            <PanelSection title="Details">
              <Facts facts={factsOf(loaded)} />
            </PanelSection>
          </>
        )}
      </RecordPanel>
      {isAnswering && complaint && (
        <AnswerComplaintDialog complaint={complaint} onClose={() => setAnswering(false)} />
      )}
    </>
  )
}

function Actions({ complaint, onAnswer }: { complaint: Complaint; onAnswer: () => void }): ReactElement {
  const refusal = useRefusal('complaints.answer')
  const acknowledge = useWrite(acknowledgeComplaint, {
    refresh: ['tasks'],
    onSuccess: () => toastSuccess('The complaint is acknowledged'),
    onError: (error) => toastError(messageOf(error, 'Failed to acknowledge the complaint')),
  })
  return (
    <>
      {complaint.acknowledgedAt === null && (
        <Button
          disabledReason={refusal}
          pending={acknowledge.isPending}
          pendingText="Saving..."
          onClick={() => acknowledge.mutate({ params: { id: complaint.id } })}
        >
          Acknowledged by phone
        </Button>
      )}
      <Button variant="primary" disabledReason={refusal} onClick={onAnswer}>
        Answer
      </Button>
    </>
  )
}

const by = (at: string, who: string | null): string =>
  who ? `${formatDateTime(at)} by ${who}` : formatDateTime(at)

const factsOf = (complaint: Complaint): (Fact | false)[] => {
  const { status, broker, name, email, phone, channel, callId, callAt } = complaint
  const { receivedAt, recordedBy, acknowledgeBy, acknowledgedAt, acknowledgedBy } = complaint
  return [
    {
      label: 'State',
      value: <StatusDot tone={complaintTone(status)} label={complaintStatusLabels[status]} />,
    },
    broker !== null && {
      label: 'Broker',
      value: (
        <Link to={pathTo.broker(broker.id)} className="link">
          {broker.name}
        </Link>
      ),
    },
    broker === null && name !== null && { label: 'Name', value: name },
    email !== null && { label: 'Email', value: email },
    phone !== null && { label: 'Phone', value: formatPhone(phone) },
    callId !== null && {
      label: 'Call',
      value: (
        <Link to={pathTo.call(callId)} className="link">
          {formatDateTime(callAt)}
        </Link>
      ),
    },
    {
      label: 'Received',
      value: `${by(receivedAt, recordedBy)}, ${complaintChannelLabels[channel].toLowerCase()}`,
    },
    acknowledgedAt === null
      ? { label: 'Acknowledge', value: `by ${formatDateTime(acknowledgeBy)}` }
      : {
          label: 'Acknowledged',
          value: acknowledgedBy
            ? by(acknowledgedAt, acknowledgedBy)
            : `${formatDateTime(acknowledgedAt)}, by automatic email`,
        },
    status === 'open' && { label: 'Answer', value: <Deadline dueOn={complaint.dueOn} /> },
    complaint.answeredAt !== null && {
      label: 'Answered',
      value: by(complaint.answeredAt, complaint.answeredBy),
    },
  ]
}
