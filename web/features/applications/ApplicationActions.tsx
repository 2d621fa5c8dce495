import { Check, MessageCircleQuestion, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { ApplicationDecision, ApplicationDetails } from '#contract/accreditations/applications.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { ClaimButton } from '#web/ui/review/ClaimButton.tsx'
import { moveRefusal } from '#web/ui/review/review-desk.ts'
import { useClaim, useReviewer } from '#web/ui/review/use-claim.ts'
import { applicationDesk } from './application-desk.ts'

const ApproveDialog = lazyDialog(async () => (await import('./ApproveDialog.tsx')).ApproveDialog)
const ReasonDialog = lazyDialog(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

/** Claim or unassign, request information, decline, approve; the transition table decides which are enabled. */
export function ApplicationActions({ application }: { application: ApplicationDetails }): ReactElement {
  const [dialog, setDialog] = useState<ApplicationDecision | null>(null)
  const refusal = useRefusal(applicationDesk.right)
  const reviewer = useReviewer()
  const claim = useClaim(applicationDesk, application)
  const close = (): void => setDialog(null)
  const why = (move: ApplicationDecision): string | null =>
    refusal ?? moveRefusal(applicationDesk, application, { move, reviewer }) ?? application.refusal
  return (
    <>
      <ClaimButton claim={claim} className="mr-auto" />
      <Button icon={X} disabledReason={why('decline')} onClick={() => setDialog('decline')}>
        Decline
      </Button>
      <Button
        icon={MessageCircleQuestion}
        disabledReason={why('request_info')}
        onClick={() => setDialog('request_info')}
      >
        Request information
      </Button>
      <Button
        variant="primary"
        icon={Check}
        disabledReason={why('approve')}
        onClick={() => setDialog('approve')}
      >
        Approve
      </Button>
      {dialog === 'approve' && <ApproveDialog application={application} onClose={close} />}
      {(dialog === 'decline' || dialog === 'request_info') && (
        <ReasonDialog application={application} action={dialog} onClose={close} />
      )}
    </>
  )
}
