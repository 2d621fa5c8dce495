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

/** A button for each calendar service of this installation. @param again the BDM had one connected */
export function ConnectCalendar({ bdm, again = false }: { bdm: Bdm; again?: boolean }): ReactElement {
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
          {again ? 'Connect again' : 'Connect calendar'}
        </Button>
      )}
      {isOpen && <ConnectCaldavDialog bdm={bdm} onClose={() => setOpen(false)} />}
    </div>
  )
}
