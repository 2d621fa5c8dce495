import { bdmBrief } from '#contract/bookings/bdm-brief.ts'
import { listBdms } from '#contract/bookings/bdms.ts'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { type Day, isDay } from '#contract/calendar.ts'
import { useRead } from '#web/api/use-read.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Option } from '#web/ui/SelectField.tsx'

const first = { bdm: '', day: '' }

interface BriefPlace {
  /** null: no BDM, or not loaded yet. */
  id: number | null
  /** null: not loaded yet. */
  day: Day | null
  options: Option[]
  /** There is no BDM at all. */
  isEmpty: boolean
  /** Why the BDMs could not be loaded, where the brief depends on them. */
  failure: Error | null
  retry: () => void
  set: (place: typeof first) => void
}

/**
 * Which BDM and day a brief shows. Without a BDM in the address, the first with meetings ahead is shown, on the next day
 * that has some.
 */
export function useBriefPlace(): BriefPlace {
  const [{ bdm, day: given }, set] = useUrlState(first)
  const { data: bdms, error: failure, refetch } = useRead(listBdms)
  const chosen = recordId(bdm)
  const active = bdms?.filter((each) => each.active) ?? []
  const suggested = active.find(({ upcoming }) => upcoming > 0) ?? active[0]
  const id = chosen ?? suggested?.id ?? null
  const today = dayIn(BOOKING_ZONE, Date.now())
  const isOpen = chosen === null && !isDay(given)
  const { data: now, error } = useRead(
    bdmBrief,
    { params: { id: id ?? 0 }, query: { day: today } },
    { enabled: isOpen && id !== null },
  )
  const next = now?.meetings.length === 0 ? (now.nextDay ?? today) : now || error ? today : null
  return {
    id,
    day: isDay(given) ? given : isOpen ? next : today,
    options: (bdms ?? [])
      .filter((each) => each.active || each.id === id)
      .map((each) => ({ value: String(each.id), label: each.name })),
    isEmpty: chosen === null && bdms !== undefined && suggested === undefined,
    failure: chosen === null ? failure : null,
    retry: () => void refetch(),
    set,
  }
}
