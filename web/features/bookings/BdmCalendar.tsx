import { RefreshCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Bdm, renewCalendar } from '#contract/bookings/bdms.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { busyFeedLook } from './bdm-labels.ts'
import { ConnectCalendar } from './ConnectCalendar.tsx'
import { ConnectedCalendar } from './ConnectedCalendar.tsx'

/** The outgoing calendar feed of meetings, and the BDM's own calendar. */
export function BdmCalendar({ bdm }: { bdm: Bdm }): ReactElement {
  return (
    <>
      <PanelSection title="Calendar feed">
        <FeedAddress bdm={bdm} />
      </PanelSection>
      {bdm.connectedCalendar ? (
        <ConnectedCalendar bdm={bdm} connected={bdm.connectedCalendar} />
      ) : (
        <BusyFeed bdm={bdm} />
      )}
    </>
  )
}

function BusyFeed({ bdm }: { bdm: Bdm }): ReactElement {
  const busy = busyFeedLook(bdm)
  return (
    <PanelSection title="Connected calendar" aside={<StatusDot tone={busy.tone} label={busy.label} />}>
      {bdm.busyFeedUrl && <p className="break-all">{bdm.busyFeedUrl}</p>}
      <p className="mb-3 break-words text-ink-soft">{busy.detail}</p>
      <ConnectCalendar bdm={bdm} />
    </PanelSection>
  )
}

function FeedAddress({ bdm }: { bdm: Bdm }): ReactElement {
  const refusal = useRefusal('bookings.write')
  const renew = useWrite(renewCalendar, {
    onSuccess: () => toastSuccess('The feed has a new address; the old one no longer works'),
    onError: (error) => toastError(messageOf(error, 'Failed to renew the address')),
  })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Renew the address of the feed?',
      body: 'Calendars subscribed to the old address stop updating until you give them the new one.',
      action: 'Renew address',
    })
    if (isSure) renew.mutate({ params: { id: bdm.id } })
  }
  if (bdm.calendarUrl === null) {
    return <p className="text-ink-soft">Anyone with the address can open the calendar. {refusal}</p>
  }
  return (
    <CopyField
      label="Address"
      value={bdm.calendarUrl}
      help="Subscribe to it in Outlook, Google or Apple Calendar. Anyone with the address can see the meetings: renew it if it leaks."
    >
      <Button
        icon={RefreshCw}
        pending={renew.isPending}
        pendingText="Renewing..."
        disabledReason={refusal}
        onClick={() => void ask()}
        className="max-md:h-11"
      >
        Renew
      </Button>
    </CopyField>
  )
}
