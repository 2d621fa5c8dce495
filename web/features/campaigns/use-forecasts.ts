import { useCallback } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { analyticsForecasts } from '#contract/dashboard/analytics.ts'
import { useRead } from '#web/api/use-read.ts'
import type { Finishes } from './finish-text.ts'

/** Campaigns that a forecast is for: the others have no end ahead. */
const isForecast = ({ status, progress }: Campaign): boolean => status === 'active' && progress.waiting > 0

/** Poll interval in milliseconds: the end moves with the pace. */
const LOOK_EVERY_MS = 60_000

/** When the campaigns are expected to finish. */
export function useForecasts(campaigns: readonly Campaign[]): (id: number) => Finishes {
  const ids = campaigns.filter(isForecast).map(({ id }) => id)
  const { data } = useRead(
    analyticsForecasts,
    { query: { ids: ids.join(',') } },
    { enabled: ids.length > 0, refetchInterval: LOOK_EVERY_MS, keep: true },
  )
  return useCallback((id) => data?.find(({ campaignId }) => campaignId === id)?.finishesAt, [data])
}
