import { ChevronDown, ChevronUp, Download, FileQuestion, Hourglass, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { downloadDocument, type ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { downloadFile } from '#web/lib/download.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'
import { PagePicture } from './PagePicture.tsx'
import { usePages } from './use-pages.ts'
import { usePreview } from './use-preview.ts'
import { zoomed, zoomSteps } from './zoom.ts'

const [smallest] = zoomSteps
const largest = zoomSteps.at(-1)

/** The pages of a document as images, with zoom and download. */
export function PageViewer({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const { preview, error, renew } = usePreview(document)
  const urls = preview?.state === 'done' ? preview.urls : []
  const { box, page, onScroll, goTo } = usePages(urls.length)
  const [zoom, setZoom] = useState(100)
  const isPhone = useMediaQuery(PHONE)
  const download = useDownload(document)
  const hasPages = urls.length > 0
  const bigger = (): void => setZoom((percent) => zoomed(percent, 1))
  const smaller = (): void => setZoom((percent) => zoomed(percent, -1))
  useReviewKeys({
    PageDown: () => goTo(page + 1),
    PageUp: () => goTo(page - 1),
    d: download.run,
    '+': bigger,
    '=': bigger,
    '-': smaller,
    '0': () => setZoom(100),
  })
  const none = hasPages ? null : 'There are no pages to show.'
  return (
    <section
      aria-label="Pages"
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1">
        <IconButton
          label="Previous page"
          icon={ChevronUp}
          disabledReason={none ?? (page === 1 ? 'This is the first page.' : null)}
          onClick={() => goTo(page - 1)}
        />
        <IconButton
          label="Next page"
          icon={ChevronDown}
          disabledReason={none ?? (page === urls.length ? 'This is the last page.' : null)}
          onClick={() => goTo(page + 1)}
        />
        <span role="status" className="tabular px-1 text-ink-soft">
          {hasPages ? `Page ${formatNumber(page)} of ${formatNumber(preview?.pages)}` : ''}
        </span>
        <span className="ml-auto flex items-center gap-1">
          <IconButton
            label="Zoom out"
            icon={ZoomOut}
            disabledReason={none ?? (zoom === smallest ? 'This is the smallest.' : null)}
            onClick={smaller}
          />
          <Button
            variant="ghost"
            aria-label={`${zoom}% zoom: fit width`}
            className="tabular w-14 max-md:hidden"
            disabledReason={none}
            onClick={() => setZoom(100)}
          >
            {zoom}%
          </Button>
          <IconButton
            label="Zoom in"
            icon={ZoomIn}
            disabledReason={none ?? (zoom === largest ? 'This is the largest.' : null)}
            onClick={bigger}
          />
          {isPhone ? (
            <IconButton
              label="Download"
              icon={Download}
              pending={download.isPending}
              onClick={download.run}
            />
          ) : (
            <Button icon={Download} pending={download.isPending} onClick={download.run}>
              Download
            </Button>
          )}
        </span>
      </div>
      <section
        ref={box}
        aria-label={`Pages of ${document.originalFilename}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-auto p-3 -outline-offset-2"
      >
        {hasPages ? (
          <div className="mx-auto flex flex-col gap-3" style={{ width: `${zoom}%` }}>
            {urls.map((url, index) => (
              <PagePicture
                // a page keeps its image while the URLs of other pages are renewed
                key={url.split('?')[0]}
                url={url}
                page={index + 1}
                pages={preview?.pages ?? urls.length}
                renew={async () => (await renew())[index]}
              />
            ))}
            {preview && preview.pages > urls.length && (
              <p className="py-2 text-center text-ink-soft">
                {`These are the first ${countOf(urls.length, 'page')} of ${formatNumber(preview.pages)}. Download the file to see the rest.`}
              </p>
            )}
          </div>
        ) : (
          <Instead
            state={preview?.state}
            fault={preview?.fault ?? null}
            error={error}
            onRetry={() => void renew()}
          />
        )}
      </section>
    </section>
  )
}

interface InsteadProps {
  state: 'waiting' | 'done' | 'failed' | undefined
  fault: string | null
  error: unknown
  onRetry: () => void
}

/** Shown when there are no pages. */
function Instead({ state, fault, error, onRetry }: InsteadProps): ReactNode {
  if (state === 'waiting') {
    return (
      <EmptyState icon={Hourglass} title="The pages are being prepared">
        They appear here automatically, usually within seconds. You can download the file in the meantime.
      </EmptyState>
    )
  }
  if (state !== undefined) {
    return (
      <EmptyState icon={FileQuestion} title="The pages cannot be shown">
        {fault ?? 'No preview could be made of this document.'} The document itself is kept: download it to
        see it.
      </EmptyState>
    )
  }
  if (error) return <ErrorState title="The pages could not be loaded." error={error} onRetry={onRetry} />
  return (
    <Loading text="Loading pages...">
      <Skeleton className="mx-auto aspect-[210/297] w-full" />
    </Loading>
  )
}

function useDownload({ id, originalFilename }: ReviewDocumentDetails): {
  isPending: boolean
  run: () => void
} {
  const [isPending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    setPending(true)
    await downloadFile(urlOf(downloadDocument, { id }), originalFilename)
      .catch((error: unknown) =>
        toastError(messageOf(error, 'Failed to download document'), 'Download Failed'),
      )
      .finally(() => setPending(false))
  }
  return { isPending, run: () => void save() }
}
