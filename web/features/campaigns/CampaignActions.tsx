import { FlaskConical, Pause, Pencil, Phone, Play } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { TestCallDialog } from '#web/features/calls/TestCallDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CallDialog } from './CallDialog.tsx'
import { callRefusal, nextStepOf } from './campaign-status.ts'
import { EditCampaignDialog } from './EditCampaignDialog.tsx'
import { useSetStatus } from './use-set-status.ts'

interface CampaignActionsProps {
  campaign: Campaign
  /** On the campaign's own page, where the next step is the primary button and Test Call is offered. */
  large?: boolean
}

/** Pause or Start, Call and Edit. */
export function CampaignActions({ campaign, large }: CampaignActionsProps): ReactElement {
  const [dialog, setDialog] = useState<'call' | 'edit' | 'test' | null>(null)
  const status = useSetStatus(campaign)
  const mayWrite = useRefusal('campaigns.write')
  const mayDial = useRefusal('calls.dial')
  const close = (): void => setDialog(null)
  const isActive = campaign.status === 'active'
  const isNextCall = nextStepOf(campaign) === 'Call'
  // nothing is left to do in a completed campaign, so that none of its actions leads
  const leads = large && campaign.status !== 'completed'
  // on a phone the buttons of the page fill their rows
  const className = large ? 'max-md:grow' : ''
  const statusButton = (
    <Button
      key="status"
      className={className}
      icon={isActive ? Pause : Play}
      variant={leads && !isNextCall ? 'primary' : 'secondary'}
      pending={status.pending}
      disabledReason={mayWrite}
      onClick={status.run}
    >
      {isActive ? 'Pause' : 'Start'}
    </Button>
  )
  const callButton = (
    <Button
      key="call"
      className={className}
      icon={Phone}
      variant={leads && isNextCall ? 'primary' : 'secondary'}
      disabledReason={mayDial ?? callRefusal(campaign)}
      onClick={() => setDialog('call')}
    >
      {large && campaign.progress.enrolled > 0 ? 'Call again' : 'Call'}
    </Button>
  )
  const editButton = (
    <Button icon={Pencil} className={className} disabledReason={mayWrite} onClick={() => setDialog('edit')}>
      Edit
    </Button>
  )
  return (
    <>
      {large ? (
        <>
          <Button
            icon={FlaskConical}
            className={className}
            disabledReason={mayDial}
            onClick={() => setDialog('test')}
          >
            Test Call
          </Button>
          {editButton}
          {/* the primary one last */}
          {isNextCall ? [statusButton, callButton] : [callButton, statusButton]}
        </>
      ) : (
        <>
          {statusButton}
          {callButton}
          {editButton}
        </>
      )}
      {dialog === 'call' && <CallDialog campaign={campaign} onClose={close} />}
      {dialog === 'edit' && <EditCampaignDialog campaign={campaign} onClose={close} />}
      {dialog === 'test' && <TestCallDialog campaign={campaign} onClose={close} />}
    </>
  )
}
