import type { ReactElement } from 'react'
import type { Application } from '#contract/accreditations/applications.ts'
import { ABSENT } from '#web/lib/format.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { RowClaim } from '#web/ui/review/ClaimButton.tsx'
import { assignedColumn, WaitingSince } from '#web/ui/review/review-columns.tsx'
import { isWaiting } from '#web/ui/review/review-desk.ts'
import type { Column } from '#web/ui/table-columns.ts'
import { applicationDesk } from './application-desk.ts'
import { applicationStatusLook, fullName } from './application-labels.ts'

/** Columns of the queue. */
export const applicationColumns: readonly Column<Application>[] = [
  {
    id: 'name',
    header: 'Applicant',
    cell: (application) => <ApplicantCell application={application} />,
    always: true,
    phone: 'title',
  },
  { id: 'company', header: 'Company', cell: (application) => application.company || ABSENT, phone: 'second' },
  {
    id: 'asicNumber',
    header: 'ASIC Number',
    cell: (application) => <span className="tabular">{application.asicNumber || ABSENT}</span>,
    width: '8rem',
    wide: true,
  },
  {
    id: 'membership',
    header: 'Membership',
    cell: (application) => application.membership || ABSENT,
    width: '7rem',
    hidden: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (application) => <StatusDot {...applicationStatusLook(application.status)} />,
    width: '13.5rem',
    phone: 'second',
  },
  assignedColumn,
  {
    id: 'submittedAt',
    header: 'Submitted',
    cell: (application) => <Age {...application} />,
    sort: 'submittedAt',
    width: '11rem',
    phone: 'aside',
  },
  {
    id: 'source',
    header: 'Source',
    cell: (application) => (application.source === 'call' ? 'Call' : 'Application form'),
    width: '9rem',
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (application) => (
      <RowClaim desk={applicationDesk} item={application} name={fullName(application)} />
    ),
    width: '8rem',
  },
]

function ApplicantCell({ application }: { application: Application }): ReactElement {
  const name = fullName(application)
  return (
    <span className="flex min-w-0 items-center gap-2 font-medium">
      <span className="truncate" title={name}>
        {name}
      </span>
      {application.reviewReason !== null && isWaiting(applicationDesk, application) && (
        <Badge tone="amber">Review</Badge>
      )}
    </span>
  )
}

function Age({ submittedAt, status }: Pick<Application, 'submittedAt' | 'status'>): ReactElement {
  if (submittedAt === null) return <span className="text-ink-soft">Not yet</span>
  // an application with requested information waits for its applicant, not for a reviewer
  return <WaitingSince since={submittedAt} isWaiting={isWaiting(applicationDesk, { status })} />
}
