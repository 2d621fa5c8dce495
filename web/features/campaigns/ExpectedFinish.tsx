import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { finishText } from './finish-text.ts'
import { useForecasts } from './use-forecasts.ts'

/** 'Expected to finish Thu 3 Dec, 2:51 pm AEDT' while brokers wait; its line is kept from the start. */
export function ExpectedFinish({ campaign }: { campaign: Campaign }): ReactElement | null {
  const finishesAt = useForecasts([campaign])(campaign.id)
  if (campaign.status !== 'active' || campaign.progress.waiting === 0) return null
  return (
    <p className="min-h-4 text-xs text-ink-soft">
      {finishesAt === null
        ? 'No end in sight at this pace and in these calling hours'
        : finishesAt && `Expected to finish ${finishText(campaign, finishesAt)}`}
    </p>
  )
}
