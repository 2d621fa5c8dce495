import { Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DocumentEntry } from '#contract/documents.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { nextSteps, uploadLabel } from '../documents/standing.ts'
import { usePortalPlace } from '../portal-tabs.ts'

/** Every required type with its status: what waits for the broker first, what is approved folded away. */
export function NextSteps({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { open, approved } = nextSteps(entries, Date.now())
  return (
    <Panel title="Next Steps" flush>
      {open.length === 0 && (
        <p className="p-4 text-ink-soft">All required documents are approved. There is nothing to upload.</p>
      )}
      <ul className="divide-y divide-line">
        {open.map((entry) => (
          <Step key={entry.documentType.id} entry={entry} />
        ))}
      </ul>
      {approved.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-11 px-4 py-2.5 font-medium text-link">
            {countOf(approved.length, 'approved document')}
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {approved.map((entry) => (
              <Step key={entry.documentType.id} entry={entry} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function Step({ entry: { documentType, document, fulfilled } }: { entry: DocumentEntry }): ReactElement {
  const { openUpload } = usePortalPlace()
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 p-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {documentType.name}
          <DocumentBadge document={document} />
        </p>
        <p className="text-ink-soft">{documentType.description}</p>
      </div>
      <Button
        size="lg"
        icon={Upload}
        variant={fulfilled ? 'ghost' : 'secondary'}
        onClick={() => openUpload(documentType)}
        className={fulfilled ? 'max-sm:-ml-4' : undefined}
      >
        {uploadLabel(document)}
        <span className="sr-only"> {documentType.name}</span>
      </Button>
    </li>
  )
}
