import {
  type Complaint,
  complaintChannelLabels,
  complaintStatusLabels,
} from '#contract/contests/complaints.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { complaintTone } from './case-labels.ts'
import { Deadline } from './Deadline.tsx'

export const complaintColumns: readonly Column<Complaint>[] = [
  {
    id: 'id',
    header: 'No.',
    cell: ({ id }) => id,
    width: '4rem',
  },
  {
    id: 'name',
    header: 'Person',
    cell: ({ name, email, phone }) => (
      <span className="font-medium break-words">{name ?? email ?? phone ?? 'Erased'}</span>
    ),
    width: '12rem',
    always: true,
    phone: 'title',
  },
  {
    id: 'words',
    header: 'Complaint',
    cell: ({ words }) => <span className="line-clamp-2 break-words">{words}</span>,
    wrap: true,
    phone: 'second',
    onPhone: ({ words }) => words,
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: ({ channel }) => <Badge>{complaintChannelLabels[channel]}</Badge>,
    width: '8rem',
  },
  {
    id: 'status',
    header: 'State',
    cell: ({ status, acknowledgedAt }) => (
      <StatusDot
        tone={complaintTone(status)}
        label={
          status === 'open' && acknowledgedAt === null ? 'To acknowledge' : complaintStatusLabels[status]
        }
      />
    ),
    width: '11rem',
    phone: 'second',
    // the deadline says that one is open
    onPhone: ({ status, acknowledgedAt }) =>
      status === 'open' ? acknowledgedAt === null && 'To acknowledge' : complaintStatusLabels[status],
  },
  {
    id: 'dueOn',
    header: 'Answer',
    cell: ({ status, dueOn, answeredAt }) =>
      status === 'open' ? <Deadline dueOn={dueOn} /> : <RelativeTime when={answeredAt} />,
    width: '12rem',
    phone: 'second',
    onPhone: ({ status, dueOn }) => status === 'open' && <Deadline dueOn={dueOn} />,
  },
  {
    id: 'receivedAt',
    header: 'Received',
    cell: ({ receivedAt }) => <RelativeTime when={receivedAt} />,
    width: '8rem',
    phone: 'aside',
  },
]
