import type { ReviewDocument } from '#contract/documents/document-reviews.ts'
import { fileText } from '#web/features/applications/application-labels.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { RowClaim } from '#web/ui/review/ClaimButton.tsx'
import { assignedColumn, WaitingSince } from '#web/ui/review/review-columns.tsx'
import { isWaiting } from '#web/ui/review/review-desk.ts'
import type { Column } from '#web/ui/table-columns.ts'
import { documentDesk } from './document-desk.ts'
import { documentLook, documentName } from './document-labels.ts'

/** Columns of the queue. */
export const documentColumns: readonly Column<ReviewDocument>[] = [
  {
    id: 'broker',
    header: 'Broker',
    cell: ({ broker }) => <span className="font-medium">{broker.name}</span>,
    always: true,
    phone: 'title',
  },
  {
    id: 'type',
    header: 'Document',
    cell: ({ documentType }) => documentType.name,
    wrap: true,
    width: '38%',
    phone: 'second',
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ broker }) => broker.company ?? ABSENT,
    hidden: true,
  },
  {
    id: 'uploadedAt',
    header: 'Uploaded',
    cell: ({ uploadedAt, status }) => (
      <WaitingSince since={uploadedAt} isWaiting={isWaiting(documentDesk, { status })} />
    ),
    sort: 'uploadedAt',
    width: '11rem',
    phone: 'aside',
  },
  assignedColumn,
  {
    id: 'status',
    header: 'Status',
    cell: (document) => <StatusDot {...documentLook(document)} />,
    width: '8rem',
    phone: 'second',
  },
  {
    id: 'expiresOn',
    header: 'Expires',
    cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : ABSENT),
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
    cell: (document) => <RowClaim desk={documentDesk} item={document} name={documentName(document)} />,
    width: '7rem',
  },
]

/** Where all rows have the same status, the filter shows it. */
export const pendingColumns = documentColumns.filter(({ id }) => id !== 'status')
