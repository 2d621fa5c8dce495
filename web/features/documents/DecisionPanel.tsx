import { Check, MessageCircleQuestion, X } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty } from '#web/ui/Dialog.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { ClaimButton } from '#web/ui/review/ClaimButton.tsx'
import { useClaim } from '#web/ui/review/use-claim.ts'
import { useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { ApproveForm } from './ApproveForm.tsx'
import { documentDesk } from './document-desk.ts'
import { RejectForm } from './RejectForm.tsx'

const RequestVersionDialog = lazyDialog(
  async () => (await import('./RequestVersionDialog.tsx')).RequestVersionDialog,
)

interface DecisionPanelProps {
  document: ReviewDocumentDetails
  onDone: (decided: ReviewDocumentDetails) => void
  /** Called on Escape while no form is open. */
  onLeave: () => void
  /** Called when a form closes, to move the focus. */
  onClosed: () => void
}

const ALREADY_APPROVED = 'This document has already been approved.'

type Open = 'approve' | 'reject' | 'ask' | null

/** Claim or unassign, request new version, reject, approve; next to the pages, which stay in view. */
export function DecisionPanel({ document, onDone, onLeave, onClosed }: DecisionPanelProps): ReactElement {
  const [open, setOpen] = useState<Open>(null)
  const [isDirty, setDirty] = useState(false)
  const role = useRefusal('documents.review')
  const claim = useClaim(documentDesk, document)
  const refusal = role ?? document.refusal
  const isApproved = document.status === 'approved'
  const approveRefusal = refusal ?? (isApproved && !document.expires ? ALREADY_APPROVED : null)
  const close = useCallback((): void => {
    setOpen(null)
    setDirty(false)
    onClosed()
  }, [onClosed])
  const cancel = (): void => void closeUnlessDirty(isDirty, close)
  const isForm = open === 'approve' || open === 'reject'
  const unlessForm = (run: () => void) => (): void => {
    if (!isForm) run()
  }
  useReviewKeys({
    a: unlessForm(() => !approveRefusal && setOpen('approve')),
    r: unlessForm(() => !refusal && setOpen('reject')),
    q: unlessForm(() => !role && setOpen('ask')),
    c: unlessForm(() => !claim.refusal && !claim.isPending && claim.run()),
    Escape: isForm ? cancel : onLeave,
  })
  const done = (decided: ReviewDocumentDetails): void => {
    close()
    onDone(decided)
  }
  const form = { document, onClose: cancel, onDone: done, onDirty: setDirty }
  return (
    <section aria-label="Decision" className="border-t border-line bg-surface px-4 py-3">
      {refusal && !isForm && <p className="mb-2 text-ink-soft">{refusal}</p>}
      {open === 'approve' && <ApproveForm {...form} />}
      {open === 'reject' && <RejectForm {...form} />}
      {!isForm && (
        <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
          <ClaimButton claim={claim} shortcut="c" className="mr-auto max-md:mr-0" />
          <Button
            icon={MessageCircleQuestion}
            aria-keyshortcuts="q"
            disabledReason={role}
            onClick={() => setOpen('ask')}
          >
            {/* half of a phone's width has room for two words */}
            <span>
              Request<span className="max-md:sr-only"> new</span> version
            </span>
          </Button>
          <Button icon={X} aria-keyshortcuts="r" disabledReason={refusal} onClick={() => setOpen('reject')}>
            Reject
          </Button>
          <Button
            variant="primary"
            icon={Check}
            aria-keyshortcuts="a"
            disabledReason={approveRefusal}
            onClick={() => setOpen('approve')}
          >
            {isApproved && document.expires ? 'Correct expiry' : 'Approve'}
          </Button>
        </div>
      )}
      {open === 'ask' && <RequestVersionDialog document={document} onClose={close} />}
    </section>
  )
}
