import { useEffect } from 'react'
import { type ConsentOutcome, consentOutcomes } from '#contract/bookings/calendar-consent.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const none = { calendar: '' }

const isOutcome = (text: string): text is ConsentOutcome => text in consentOutcomes

/** Shows once how connecting a calendar on the page of its service ended (?calendar=connected). */
export function useConsentOutcome(): void {
  const [{ calendar }, set] = useUrlState(none)
  useEffect(() => {
    if (calendar === '') return
    if (calendar === 'connected') toastSuccess(consentOutcomes.connected)
    else if (isOutcome(calendar)) toastError(consentOutcomes[calendar])
    set({ calendar: '' })
  }, [calendar, set])
}
