import { TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { pausedWords } from './paused-reason.ts'

/** Why a campaign paused itself, and what to do about it. */
export function PausedReason({ campaign }: { campaign: Campaign }): ReactElement | null {
  if (campaign.status !== 'paused' || !campaign.pausedReason) return null
  if (campaign.budgetStoppedAt !== null)
    return (
      <Note reason={campaign.pausedReason}>
        Raise the budget under Edit, Advanced, and the campaign calls on.
      </Note>
    )
  const { text, calls } = pausedWords(campaign.pausedReason)
  const failed = calls.length > 0 ? `ids=${calls.join(',')}` : 'status=failed'
  return (
    <Note reason={text}>
      Look at the{' '}
      <Link className="underline underline-offset-2" to={`/campaigns/${campaign.id}?${failed}#interactions`}>
        {calls.length > 0 ? `${calls.length} failed calls` : 'failed calls'}
      </Link>
      , fix the cause, then press Start.
    </Note>
  )
}

function Note({ reason, children }: { reason: string; children: ReactNode }): ReactElement {
  return (
    <div role="note" className="flex gap-2.5 rounded-lg bg-amber-soft px-3 py-2.5 text-amber-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-medium break-words">Paused automatically: {reason}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}
