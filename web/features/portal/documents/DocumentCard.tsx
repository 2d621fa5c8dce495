import { Download, Eye, History, Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { DocumentBadge } from './DocumentBadge.tsx'
import { DocumentNotes } from './DocumentNotes.tsx'
import { RequirementBadge } from './RequirementBadge.tsx'
import { needOf } from './standing.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { useDownload } from './use-download.ts'

const PreviewDialog = lazyDialog(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)
const VersionsDialog = lazyDialog(async () => (await import('./VersionsDialog.tsx')).VersionsDialog)

/** An uploaded document with its status and actions. */
export function DocumentCard({ entry }: { entry: DocumentEntry & { document: OwnDocument } }): ReactElement {
  const { document, documentType } = entry
  const { openUpload } = usePortalPlace()
  const { pending, save } = useDownload()
  const [open, setOpen] = useState<'preview' | 'versions' | null>(null)
  const need = needOf(entry, Date.now())
  const name = <span className="sr-only"> {document.originalFilename}</span>
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="flex gap-4">
        <Thumbnail url={document.thumbnailUrl} />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
          <p className="font-semibold">{documentType.name}</p>
          <p className="line-clamp-2 wrap-anywhere" title={document.originalFilename}>
            {document.originalFilename}
          </p>
          <p className="text-xs text-ink-soft">
            <time dateTime={document.uploadedAt}>{formatDateTime(document.uploadedAt)}</time>
          </p>
          <span className="mt-1 flex flex-wrap gap-1.5">
            <DocumentBadge document={document} />
            <RequirementBadge type={documentType} />
          </span>
        </div>
      </div>
      <DocumentNotes entry={entry} />
      <div className="mt-auto flex flex-wrap gap-2">
        {need && (
          <Button
            size="lg"
            icon={Upload}
            className="max-sm:basis-full"
            onClick={() => openUpload(documentType)}
          >
            {need === 'ending' || need === 'asked' ? 'Upload new' : 'Re-upload'}
            <span className="sr-only"> {documentType.name}</span>
          </Button>
        )}
        <Button size="lg" icon={Eye} className="max-sm:grow" onClick={() => setOpen('preview')}>
          Preview{name}
        </Button>
        <Button
          size="lg"
          icon={Download}
          pending={pending}
          className="max-sm:grow"
          onClick={() => void save(document)}
        >
          Download{name}
        </Button>
        {document.version > 1 && (
          <Button variant="ghost" size="lg" icon={History} onClick={() => setOpen('versions')}>
            Version {document.version}
            <span className="sr-only">: see all versions of {documentType.name}</span>
          </Button>
        )}
      </div>
      {open === 'preview' && <PreviewDialog document={document} onClose={() => setOpen(null)} />}
      {open === 'versions' && (
        <VersionsDialog document={document} typeName={documentType.name} onClose={() => setOpen(null)} />
      )}
    </li>
  )
}
