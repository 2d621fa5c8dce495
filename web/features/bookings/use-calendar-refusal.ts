import type { Bdm } from '#contract/bookings/bdms.ts'
import { useRefusal, useSession } from '#web/api/session.ts'

/** Why the user may not connect this BDM's calendar; null: it is their own, or they may change BDMs. */
export function useCalendarRefusal({ email }: Pick<Bdm, 'email'>): string | null {
  const refusal = useRefusal('bookings.write')
  const { data: user } = useSession()
  return user?.email.toLowerCase() === email.toLowerCase() ? null : refusal
}
