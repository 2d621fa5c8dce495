import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Panel } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { byUpload } from '../documents/standing.ts'
import { useDownload } from '../documents/use-download.ts'

const SHOWN = 5

/** The last uploads. */
export function RecentDocuments({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const recent = byUpload(entries).slice(0, SHOWN)
  return (
    <Panel title="Recent Document Activity" flush>
      {recent.length === 0 ? (
        <p className="p-4 text-ink-soft">
          No documents uploaded yet. Start by uploading your required documents.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {recent.map((entry) => (
            <Row key={entry.document.id} entry={entry} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ entry }: { entry: DocumentEntry & { document: OwnDocument } }): ReactElement {
  const { document, documentType } = entry
  const { pending, save } = useDownload()
  return (
    <li className="flex items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p className="font-medium">{documentType.name}</p>
        <p className="truncate text-ink-soft" title={document.originalFilename}>
          {document.originalFilename}
        </p>
        <p className="mt-1 flex items-center gap-x-2 text-xs text-ink-soft">
          <DocumentBadge document={document} />
          <time dateTime={document.uploadedAt}>{formatDate(document.uploadedAt)}</time>
        </p>
      </div>
      <IconButton
        size="lg"
        icon={Download}
        label={`Download ${document.originalFilename}`}
        pending={pending}
        onClick={() => void save(document)}
      />
    </li>
  )
}
