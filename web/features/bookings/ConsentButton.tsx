import { CalendarPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Bdm } from '#contract/bookings/bdms.ts'
import { type consentServices, startCalendarConsent } from '#contract/bookings/calendar-consent.ts'
import { calendarServiceLabels } from '#contract/bookings/calendar-services.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/toast.ts'

interface ConsentButtonProps {
  bdm: Bdm
  service: (typeof consentServices)[number]
  /** Why the user may not; null: they may. */
  refusal: string | null
}

/** Leads to the page of the service on which the BDM allows the use of their calendar. */
export function ConsentButton({ bdm, service, refusal }: ConsentButtonProps): ReactElement {
  const label = calendarServiceLabels[service]
  const start = useWrite(startCalendarConsent, {
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastError(messageOf(error, `Failed to open the page of ${label}`)),
  })
  return (
    <Button
      icon={CalendarPlus}
      pending={start.isPending}
      pendingText="Opening..."
      disabledReason={refusal}
      onClick={() => start.mutate({ params: { id: bdm.id }, body: { service } })}
      className="max-md:h-11"
    >
      Connect {label}
    </Button>
  )
}
