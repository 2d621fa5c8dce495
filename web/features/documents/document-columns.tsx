import type { ReactElement } from 'react'
import type { ReviewDocument } from '#contract/document-reviews.ts'
import { fileText } from '#web/features/applications/application-words.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { formatDay } from '#web/lib/zoned-days.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { documentLook, documentName, waitsLong } from './document-words.ts'
import { useClaim } from './use-claim.ts'

/** Columns of the queue. */
export const documentColumns: readonly Column<ReviewDocument>[] = [
  {
    id: 'broker',
    header: 'Broker',
    cell: ({ broker }) => <span className="font-medium">{broker.name}</span>,
    always: true,
    phone: 'title',
  },
  { id: 'type', header: 'Document', cell: ({ documentType }) => documentType.name, wrap: true },
  {
    id: 'company',
    header: 'Company',
    cell: ({ broker }) => broker.company ?? ABSENT,
    hidden: true,
  },
  {
    id: 'uploadedAt',
    header: 'Uploaded',
    cell: (document) => <Age document={document} />,
    sort: 'uploadedAt',
    width: '11rem',
  },
  {
    id: 'claimedBy',
    header: 'In hand of',
    cell: ({ claimedBy }) => claimedBy?.name ?? 'Nobody',
    width: '10rem',
    wide: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (document) => <StatusDot {...documentLook(document)} />,
    width: '8rem',
  },
  {
    id: 'expiresOn',
    header: 'Ends',
    cell: ({ expiresOn }) => (expiresOn ? formatDay(expiresOn, true) : ABSENT),
    sort: 'expiresOn',
    width: '10rem',
    hidden: true,
  },
  {
    id: 'version',
    header: 'Version',
    cell: ({ version }) => formatNumber(version),
    width: '6rem',
    align: 'end',
    hidden: true,
  },
  {
    id: 'file',
    header: 'File',
    cell: ({ originalFilename, bytes }) =>
      `${originalFilename} (${fileText({ mediaType: 'application/pdf', bytes })})`,
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (document) => <ClaimButton document={document} />,
    width: '7rem',
  },
]

/** How often it is asked whether something has waited for long. */
const lookAgain = (): number => 600_000

function Age({ document }: { document: ReviewDocument }): ReactElement {
  const now = useNow(lookAgain)
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime when={document.uploadedAt} />
      {waitsLong(document, now) && <Badge tone="amber">Waits</Badge>}
    </span>
  )
}

function ClaimButton({ document }: { document: ReviewDocument }): ReactElement | null {
  const claim = useClaim(document)
  // what somebody has in hand, or has decided, is opened with a click on the row
  if (document.claimedBy !== null || document.status !== 'pending' || !document.current) return null
  return (
    <Button
      size="sm"
      aria-label={`Claim ${documentName(document)}`}
      pending={claim.isPending}
      disabledReason={claim.refusal}
      onClick={claim.run}
    >
      {claim.label}
    </Button>
  )
}
