import { Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DocumentEntry } from '#contract/documents/documents.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { nextSteps, renewalText, uploadLabel } from '../documents/standing.ts'
import { usePortalPlace } from '../portal-tabs.ts'

const listClass = 'divide-y divide-line'

/** Every required type with its status: those that wait for the broker first, the approved ones behind a fold. */
export function NextSteps({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { open, approved } = nextSteps(entries, Date.now())
  return (
    <Panel title="Next Steps" flush>
      {open.length === 0 && (
        <p className="p-4 text-ink-soft">All required documents are approved. There is nothing to upload.</p>
      )}
      <ul className={listClass}>
        {open.map((entry) => (
          <Step key={entry.documentType.id} entry={entry} />
        ))}
      </ul>
      {approved.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-11 px-4 py-3 font-medium -outline-offset-2">
            {countOf(approved.length, 'approved document')}
          </summary>
          <ul className={cx('border-t border-line', listClass)}>
            {approved.map((entry) => (
              <Step key={entry.documentType.id} entry={entry} isApproved />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

interface StepProps {
  entry: DocumentEntry
  /** Nothing is to be done about it. */
  isApproved?: boolean
}

function Step({ entry: { documentType, document }, isApproved = false }: StepProps): ReactElement {
  const { openUpload } = usePortalPlace()
  const renewal = renewalText(document, Date.now())
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 p-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <p className="font-medium">{documentType.name}</p>
        <p className="text-ink-soft">{documentType.description}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <DocumentBadge document={document} />
          {renewal && (
            <span className={cx('font-medium', document?.expired ? 'text-red-ink' : 'text-amber-ink')}>
              {renewal}
            </span>
          )}
        </p>
      </div>
      <Button
        size="lg"
        icon={Upload}
        variant={isApproved ? 'ghost' : 'secondary'}
        onClick={() => openUpload(documentType)}
        className={cx('sm:min-w-36', isApproved && 'max-sm:-ml-4')}
      >
        {uploadLabel(document)}
        <span className="sr-only"> {documentType.name}</span>
      </Button>
    </li>
  )
}
