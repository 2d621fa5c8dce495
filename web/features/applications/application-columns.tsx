import type { ReactElement } from 'react'
import type { Application } from '#contract/applications.ts'
import { ABSENT } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { applicationStatusLook, fullName, waitsLong } from './application-words.ts'
import { useClaim } from './use-claim.ts'

/** Columns of the queue. */
export const applicationColumns: readonly Column<Application>[] = [
  {
    id: 'name',
    header: 'Applicant',
    cell: (application) => <span className="font-medium">{fullName(application)}</span>,
    always: true,
    phone: 'title',
  },
  { id: 'company', header: 'Company', cell: (application) => application.company || ABSENT },
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
    width: '11.5rem',
  },
  {
    id: 'claimedBy',
    header: 'In hand of',
    cell: (application) => application.claimedBy?.name ?? 'Nobody',
    width: '10rem',
    wide: true,
  },
  {
    id: 'submittedAt',
    header: 'Submitted',
    cell: (application) => <Age application={application} />,
    sort: 'submittedAt',
    width: '12rem',
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
    cell: (application) => <ClaimButton application={application} />,
    width: '8rem',
  },
]

/** How often it is asked whether somebody has waited for long. */
const lookAgain = (): number => 600_000

function Age({ application }: { application: Application }): ReactElement {
  const now = useNow(lookAgain)
  if (application.submittedAt === null) return <span className="text-ink-soft">Not yet</span>
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime when={application.submittedAt} />
      {waitsLong(application, now) && <Badge tone="amber">Waits</Badge>}
    </span>
  )
}

function ClaimButton({ application }: { application: Application }): ReactElement | null {
  const claim = useClaim(application)
  // what can only be read is opened with a click on the row
  if (application.claimedBy !== null || application.status !== 'submitted') return null
  return (
    <Button
      size="sm"
      aria-label={`Claim ${fullName(application)}`}
      pending={claim.isPending}
      disabledReason={claim.refusal}
      onClick={claim.run}
    >
      {claim.label}
    </Button>
  )
}
