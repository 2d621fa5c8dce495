import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type DocumentPreview, previewOwnDocument } from '#contract/documents/document-pictures.ts'
import type { OwnDocument } from '#contract/documents/documents.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { keyOf } from '#web/api/topics.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { useDownload } from './use-download.ts'

const WAIT_MS = 2_000

interface PreviewDialogProps {
  document: OwnDocument
  onClose: () => void
}

/** The pages of a document as pictures. */
export function PreviewDialog({ document, onClose }: PreviewDialogProps): ReactElement {
  const { pending, save } = useDownload()
  const preview = useQuery({
    queryKey: keyOf(previewOwnDocument, { id: document.id }),
    queryFn: ({ signal }) => call(previewOwnDocument, { params: { id: document.id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAIT_MS : false),
    // the signed addresses expire after some minutes
    refetchOnMount: 'always',
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={document.originalFilename}
      width="lg"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Close
          </Button>
          <Button
            variant="primary"
            size="lg"
            icon={Download}
            pending={pending}
            onClick={() => void save(document)}
          >
            Download
          </Button>
        </>
      }
    >
      {preview.isPending ? (
        <Loading text="Loading the preview..." />
      ) : preview.data && preview.data.urls.length > 0 ? (
        <Pages preview={preview.data} onBroken={() => void preview.refetch()} />
      ) : (
        <NoPreview
          why={preview.data?.fault ?? (preview.error ? messageOf(preview.error, '') : null)}
          isWaiting={preview.data?.state === 'waiting'}
        />
      )}
    </Dialog>
  )
}

interface PagesProps {
  preview: DocumentPreview
  onBroken: () => void
}

function Pages({ preview, onBroken }: PagesProps): ReactElement {
  const { urls, pages } = preview
  // reload once only, so that a page that can never be shown causes no endless reloads
  const [hasAsked, setAsked] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-4">
        {urls.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number; its address changes
          <li key={index} className="rounded-md border border-line bg-[#fff]">
            <img
              src={url}
              alt={`Page ${index + 1} of ${pages}`}
              loading={index === 0 ? 'eager' : 'lazy'}
              onError={() => {
                if (!hasAsked) onBroken()
                setAsked(true)
              }}
              className="min-h-40 w-full rounded-md"
            />
          </li>
        ))}
      </ol>
      {pages > urls.length && (
        <p className="text-center text-ink-soft">
          The first {urls.length} of {pages} pages. Download the file to view the complete document.
        </p>
      )}
    </div>
  )
}

interface NoPreviewProps {
  /** Null when there is neither a preview nor a reason. */
  why: string | null
  isWaiting: boolean
}

function NoPreview({ why, isWaiting }: NoPreviewProps): ReactElement {
  return (
    <div className="flex flex-col items-center gap-1 py-10 text-center">
      <FileText aria-hidden className="mb-2 size-14 text-ink-faint" strokeWidth={1} />
      <p className="font-semibold">PDF Document</p>
      <p role="status" className="text-ink-soft">
        {isWaiting ? 'The preview is being prepared and will appear here.' : 'Preview not available'}
      </p>
      {why && <p className="max-w-md text-ink-soft">{why}</p>}
      <p className="text-ink-soft">Download the file to view the complete document</p>
    </div>
  )
}
