import { Check, Hand, MessageCircleQuestion, Undo2, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { ApplicationDetails } from '#contract/applications.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { type Decision, decisionRefusal } from './application-actions.ts'
import { useClaim, useReviewer } from './use-claim.ts'

const ApproveDialog = lazily(async () => (await import('./ApproveDialog.tsx')).ApproveDialog)
const ReasonDialog = lazily(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

/** Claim or give back, ask for more, decline, approve: enabled from the table of transitions. */
export function ApplicationActions({ application }: { application: ApplicationDetails }): ReactElement {
  const [dialog, setDialog] = useState<Decision | null>(null)
  const refusal = useRefusal('applications.review')
  const reviewer = useReviewer()
  const claim = useClaim(application)
  const close = (): void => setDialog(null)
  const why = (decision: Decision): string | null =>
    refusal ?? decisionRefusal(application, decision, reviewer)
  return (
    <>
      <Button
        className="mr-auto"
        icon={application.claimedBy ? Undo2 : Hand}
        pending={claim.isPending}
        disabledReason={claim.refusal}
        onClick={claim.run}
      >
        {claim.label}
      </Button>
      <Button icon={X} disabledReason={why('decline')} onClick={() => setDialog('decline')}>
        Decline
      </Button>
      <Button
        icon={MessageCircleQuestion}
        disabledReason={why('request_info')}
        onClick={() => setDialog('request_info')}
      >
        Ask for more
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
