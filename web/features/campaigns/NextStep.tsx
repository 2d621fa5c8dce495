import { type ReactElement, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { nextStepOf } from './campaign-status.ts'
import { useSetStatus } from './use-set-status.ts'

const CallDialog = lazily(async () => (await import('./CallDialog.tsx')).CallDialog)

/** The one action that moves a campaign on: Pause while it calls, Start, or Call where no broker waits. */
export function NextStep({ campaign }: { campaign: Campaign }): ReactElement {
  const [isCalling, setCalling] = useState(false)
  const mayWrite = useRefusal('campaigns.write')
  const mayDial = useRefusal('calls.dial')
  const status = useSetStatus(campaign)
  const step = nextStepOf(campaign)
  const name = <span className="sr-only"> {campaign.name}</span>
  if (step === 'Call') {
    return (
      <>
        <Button size="sm" disabledReason={mayDial} onClick={() => setCalling(true)}>
          Call{name}
        </Button>
        {isCalling && <CallDialog campaign={campaign} onClose={() => setCalling(false)} />}
      </>
    )
  }
  return (
    <Button size="sm" pending={status.pending} disabledReason={mayWrite} onClick={status.run}>
      {step}
      {name}
    </Button>
  )
}
