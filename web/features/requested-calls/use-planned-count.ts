import { listRequestedCalls } from '#contract/calls/requested-calls.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf } from '#web/lib/format.ts'

const MAX_LISTED = 100

/** 'and 2 requested calls planned'; null without any. */
export function usePlannedCount(campaignId: number): string | null {
  const { data } = useRead(listRequestedCalls, { query: { campaignId, state: 'planned', limit: MAX_LISTED } })
  if (!data || data.length === 0) return null
  const count =
    data.length === MAX_LISTED
      ? `${MAX_LISTED} or more requested calls`
      : countOf(data.length, 'requested call')
  return `and ${count} planned`
}
