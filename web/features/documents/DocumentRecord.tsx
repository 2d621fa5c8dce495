import { ClipboardCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { fileText } from '#web/features/applications/application-labels.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'

/** Reference data for a reviewer: the hint, the broker's record and the file's details. */
export function DocumentRecord({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const { record, reviewHint } = document
  return (
    <>
      {reviewHint && (
        <section
          aria-label="What to compare"
          className="mb-4 flex gap-2.5 rounded-lg bg-blue-soft px-3 py-2.5 text-blue-ink"
        >
          <ClipboardCheck aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          <p className="min-w-0 break-words">
            <span className="font-medium">Compare:</span> {reviewHint}
          </p>
        </section>
      )}
      <div>
        <PanelSection title="Broker’s record">
          <Facts
            facts={[
              {
                label: 'Name',
                value: (
                  <Link to={pathTo.broker(document.broker.id)} className="link">
                    {record.name}
                  </Link>
                ),
              },
              { label: 'Company', value: record.company ?? ABSENT },
              { label: 'ASIC number', value: record.asicNumber ?? ABSENT },
              { label: 'Membership', value: record.membership ?? ABSENT },
              { label: 'State', value: record.region ?? ABSENT },
              { label: 'Email', value: <span className="break-all">{record.email ?? ABSENT}</span> },
              { label: 'Phone', value: formatPhone(record.phone) },
            ]}
          />
        </PanelSection>
        <PanelSection title="Document">
          <Facts
            facts={[
              { label: 'File', value: <span className="break-all">{document.originalFilename}</span> },
              { label: 'Size', value: fileText({ mediaType: 'application/pdf', bytes: document.bytes }) },
              { label: 'Uploaded', value: formatDateTime(document.uploadedAt) },
              document.reviewedAt !== null && {
                label: 'Decided',
                value: `${formatDateTime(document.reviewedAt)}${document.reviewedBy ? ` by ${document.reviewedBy.name}` : ''}`,
              },
              document.expiresOn !== null && {
                label: 'Expires',
                value: formatDate(document.expiresOn),
              },
              document.reason !== null && {
                label: 'Reason',
                value: <span className="whitespace-pre-wrap">{document.reason}</span>,
              },
              document.askedNote !== null && {
                label: 'Requested',
                value: <span className="whitespace-pre-wrap">{document.askedNote}</span>,
              },
            ]}
          />
        </PanelSection>
      </div>
    </>
  )
}
