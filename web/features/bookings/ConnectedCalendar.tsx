import { Unplug } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Bdm } from '#contract/bookings/bdms.ts'
import { disconnectCalendar } from '#contract/bookings/calendar-connections.ts'
import {
  type ConnectedCalendar as Connected,
  calendarServiceLabels,
} from '#contract/bookings/calendar-services.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { connectedLook, disconnectText, faultText } from './bdm-labels.ts'
import { ConnectCalendar } from './ConnectCalendar.tsx'
import { useCalendarRefusal } from './use-calendar-refusal.ts'

/** The calendar that a BDM has connected, and how it is doing. */
export function ConnectedCalendar({ bdm, connected }: { bdm: Bdm; connected: Connected }): ReactElement {
  const look = connectedLook(connected)
  const fault = faultText(connected)
  return (
    <PanelSection title="Connected calendar" aside={<StatusDot tone={look.tone} label={look.label} />}>
      <Facts
        facts={[
          { label: 'Connected as', value: connected.label },
          { label: 'Service', value: calendarServiceLabels[connected.service] },
          {
            label: 'Last read',
            value: connected.readAt === null ? 'Not yet' : <RelativeTime when={connected.readAt} />,
          },
        ]}
      />
      {fault && (
        <p role="status" className="mt-2 break-words text-red-ink">
          {fault}
        </p>
      )}
      {connected.state === 'connected' && (
        <p className="mt-2 text-ink-soft">
          Meetings are written into it, and follow when they are moved or deleted there. Its busy times are
          not offered.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {connected.state === 'revoked' && <ConnectCalendar bdm={bdm} />}
        <DisconnectButton bdm={bdm} connected={connected} />
      </div>
    </PanelSection>
  )
}

function DisconnectButton({ bdm, connected }: { bdm: Bdm; connected: Connected }): ReactElement {
  const refusal = useCalendarRefusal(bdm)
  const disconnect = useWrite(disconnectCalendar, {
    onSuccess: () => toastSuccess('Calendar disconnected'),
    onError: (error) => toastError(messageOf(error, 'Failed to disconnect the calendar')),
  })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Disconnect the calendar of ${bdm.name}?`,
      body: disconnectText(connected),
      action: 'Disconnect',
      danger: true,
    })
    if (isSure) disconnect.mutate({ params: { id: bdm.id } })
  }
  return (
    <Button
      icon={Unplug}
      pending={disconnect.isPending}
      pendingText="Disconnecting..."
      disabledReason={refusal}
      onClick={() => void ask()}
      className="max-md:h-11"
    >
      Disconnect
    </Button>
  )
}
