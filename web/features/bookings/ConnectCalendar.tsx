import { CalendarPlus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Bdm } from '#contract/bookings/bdms.ts'
import { availableCalendars } from '#contract/bookings/calendar-connections.ts'
import { consentServices } from '#contract/bookings/calendar-consent.ts'
import { useRead } from '#web/api/use-read.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { ConsentButton } from './ConsentButton.tsx'
import { useCalendarRefusal } from './use-calendar-refusal.ts'

const ConnectCaldavDialog = lazyDialog(
  async () => (await import('./ConnectCaldavDialog.tsx')).ConnectCaldavDialog,
)

/** The button for CalDAV: where there are others, it names the kind of calendar. */
function labelOf({ connectedCalendar }: Bdm, services: number): string {
  if (connectedCalendar?.service === 'caldav') return 'Connect again'
  return services > 1 ? 'Connect CalDAV calendar' : 'Connect calendar'
}

/** A button for each calendar service of this installation. */
export function ConnectCalendar({ bdm }: { bdm: Bdm }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const refusal = useCalendarRefusal(bdm)
  const { data: services = [] } = useRead(availableCalendars)
  return (
    <div className="flex flex-wrap gap-2">
      {consentServices
        .filter((service) => services.includes(service))
        .map((service) => (
          <ConsentButton key={service} bdm={bdm} service={service} refusal={refusal} />
        ))}
      {services.includes('caldav') && (
        <Button
          icon={CalendarPlus}
          disabledReason={refusal}
          onClick={() => setOpen(true)}
          className="max-md:h-11"
        >
          {labelOf(bdm, services.length)}
        </Button>
      )}
      {isOpen && <ConnectCaldavDialog bdm={bdm} onClose={() => setOpen(false)} />}
    </div>
  )
}
