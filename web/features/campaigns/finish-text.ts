import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'

/** undefined: still computed; null: no end is in sight. */
export type Finishes = string | null | undefined

/** When a campaign is expected to finish, in the zone of its hours; a dash where it does not call. */
export function finishText(
  { status, progress, timezone }: Pick<Campaign, 'status' | 'progress' | 'timezone'>,
  finishesAt: Finishes,
): string {
  if (status !== 'active' || progress.waiting === 0) return ABSENT
  if (finishesAt === undefined) return '…'
  return finishesAt === null ? 'No end in sight' : formatDateTime(finishesAt, { timeZone: timezone })
}
