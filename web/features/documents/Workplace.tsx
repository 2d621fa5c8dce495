import { ArrowLeft, ArrowRight, Keyboard, X } from 'lucide-react'
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { getReviewDocument, type ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber, formatTotal } from '#web/lib/format.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useReviewer } from '#web/ui/review/use-claim.ts'
import { useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { DocumentRecord } from './DocumentRecord.tsx'
import { AccreditationProgress, DocumentHistory, DocumentVersions } from './DocumentSections.tsx'
import { knownId } from './document-filters.ts'
import { documentLook, versionText } from './document-labels.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { PageViewer } from './PageViewer.tsx'
import { useDocumentNeighbours } from './use-document-neighbours.ts'
import { useOpenDocument } from './use-open-document.ts'
import { useOpenNext } from './use-open-next.ts'

/** Both halves fill the rest of the screen and scroll independently. */
const half = 'lg:h-[calc(100dvh-var(--bl-top-bar)-var(--bl-status-bar)-9rem)] lg:min-h-112'

/** One document: its pages next to the broker's record and the decision. */
export function Workplace({ documentId }: { documentId: string }): ReactElement {
  const { close } = useOpenDocument()
  const id = knownId(documentId)
  const { data, error, refetch } = useRead(
    getReviewDocument,
    { params: { id: id ?? 0 } },
    { enabled: id !== null },
  )
  if (id !== null && data) return <Desk document={data} onLeave={close} />
  return (
    <Instead
      isMissing={id === null || isNotFound(error)}
      error={error}
      onRetry={() => void refetch()}
      onLeave={close}
    />
  )
}

function Desk({ document, onLeave }: { document: ReviewDocumentDetails; onLeave: () => void }): ReactElement {
  const { replace } = useOpenDocument()
  const [areKeysOpen, setKeysOpen] = useState(false)
  const { position, total, previous, next, toDecide } = useDocumentNeighbours(document.id)
  const openNext = useOpenNext()
  const reviewer = useReviewer()
  const place = useFocusOn(document.id)
  const focusPlace = useCallback(() => place.current?.focus({ preventScroll: true }), [place])
  const go = (id: number | null) => (): void => {
    if (id !== null) replace(id)
  }
  useReviewKeys({
    j: go(next),
    ArrowRight: go(next),
    k: go(previous),
    ArrowLeft: go(previous),
    '?': () => setKeysOpen(true),
  })
  const onDone = (): void => {
    // correcting a decision does not move on in the queue
    if (document.status !== 'pending') return
    openNext({ document: toDecide, isClaimed: document.claimedBy?.id === reviewer?.id })
  }
  return (
    <>
      <PageHeader
        title={document.documentType.name}
        crumbs={useCrumbs()}
        badge={<Badges document={document} />}
        subtitle={<Subtitle document={document} />}
        actions={
          <>
            {position !== null && total !== null && (
              <span className="tabular text-ink-soft">
                {formatNumber(position)} of {formatTotal(total)}
              </span>
            )}
            <IconButton
              label="Previous document"
              icon={ArrowLeft}
              aria-keyshortcuts="k"
              disabledReason={previous === null ? 'This is the first.' : null}
              onClick={go(previous)}
            />
            <IconButton
              label="Next document"
              icon={ArrowRight}
              aria-keyshortcuts="j"
              disabledReason={next === null ? 'This is the last.' : null}
              onClick={go(next)}
            />
            <Button
              variant="ghost"
              icon={Keyboard}
              aria-keyshortcuts="?"
              className="max-md:hidden"
              onClick={() => setKeysOpen(true)}
            >
              Keys
            </Button>
            <Button icon={X} onClick={onLeave}>
              Close
            </Button>
          </>
        }
      />
      <section
        ref={place}
        tabIndex={-1}
        aria-label={`${document.documentType.name} of ${document.broker.name}`}
        className="grid gap-4 outline-none *:min-w-0 lg:grid-cols-[minmax(0,1.2fr)_minmax(24rem,1fr)]"
      >
        {/* on a phone the decision is in view below it */}
        <div className={cx('h-[65dvh] max-md:h-[40dvh]', half)}>
          <PageViewer key={document.id} document={document} />
        </div>
        <div
          className={cx(
            'flex min-w-0 flex-col rounded-lg border border-line bg-surface lg:overflow-hidden',
            half,
          )}
        >
          <div className="min-h-0 flex-1 p-4 lg:overflow-y-auto">
            <h2 className="sr-only">Broker and document details</h2>
            <DocumentRecord document={document} />
            <div className="mt-4 border-t border-line pt-4">
              <AccreditationProgress document={document} />
              <DocumentVersions document={document} />
              <DocumentHistory document={document} />
            </div>
          </div>
          <div className="overflow-y-auto rounded-b-lg max-lg:sticky max-lg:bottom-(--bl-bottom-bar) max-lg:max-h-[70dvh] lg:max-h-3/4">
            <DecisionPanel
              key={document.id}
              document={document}
              onDone={onDone}
              onLeave={onLeave}
              onClosed={focusPlace}
            />
          </div>
        </div>
      </section>
      {areKeysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}
    </>
  )
}

function Badges({ document }: { document: ReviewDocumentDetails }): ReactElement {
  return (
    <>
      <StatusDot {...documentLook(document)} />
      {!document.current && <Badge>Replaced by a newer version</Badge>}
      {document.claimedBy && <Badge tone="blue">Assigned to {document.claimedBy.name}</Badge>}
      {document.askedNote !== null && <Badge tone="amber">New version requested</Badge>}
    </>
  )
}

function Subtitle({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const { broker } = document
  return (
    <>
      <Link to={pathTo.broker(broker.id)} className="link font-medium">
        {broker.name}
      </Link>
      {broker.company && `, ${broker.company}`} · {versionText(document)} ·{' '}
      <RelativeTime when={document.uploadedAt} />
    </>
  )
}

/** The breadcrumb returns to the list with its filters. */
function useCrumbs() {
  const { search } = useLocation()
  const list = writeUrlState(new URLSearchParams(search), { document: '' }, { document: '' })
  return [
    { label: 'Brokers', to: '/brokers' },
    { label: 'Document reviews', to: `/brokers/documents?${list}` },
  ]
}

/** Moves focus and scroll to the top when another document opens. */
function useFocusOn(id: number) {
  const place = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document once
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [id])
  return place
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

interface InsteadProps {
  isMissing: boolean
  error: unknown
  onRetry: () => void
  onLeave: () => void
}

function Instead({ isMissing, error, onRetry, onLeave }: InsteadProps): ReactNode {
  const crumbs = useCrumbs()
  useReviewKeys({ Escape: onLeave })
  return (
    <>
      <PageHeader title="Document" crumbs={crumbs} actions={<Button onClick={onLeave}>Close</Button>} />
      {isMissing ? (
        <EmptyState title="Document not found">
          There is no document with this number, or it was deleted.
        </EmptyState>
      ) : error ? (
        <ErrorState title="The document could not be loaded." error={error} onRetry={onRetry} />
      ) : (
        <Loading text="Loading document...">
          <div className="grid gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1.2fr)_minmax(24rem,1fr)]">
            <Skeleton className="h-[65dvh]" />
            <Skeleton className="h-[65dvh]" />
          </div>
        </Loading>
      )}
    </>
  )
}
