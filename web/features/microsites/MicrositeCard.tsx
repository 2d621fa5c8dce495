import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Microsite } from '#contract/microsites/microsites.ts'
import { formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { MicrositeActions, type OpenDialog } from './MicrositeActions.tsx'
import { MicrositeThumbnail } from './MicrositeThumbnail.tsx'
import { VisitTrend } from './VisitTrend.tsx'

interface MicrositeCardProps {
  microsite: Microsite
  onOpen: (dialog: OpenDialog) => void
}

/** One microsite of the list. */
export function MicrositeCard({ microsite, onOpen }: MicrositeCardProps): ReactElement {
  const { id, title, slug, campaign, visits, recentVisits, active } = microsite
  return (
    <Card as="article" className="flex flex-col gap-3">
      <MicrositeThumbnail microsite={microsite} />
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-base font-semibold" title={title}>
            {title}
          </h2>
          <p className="truncate text-ink-soft">
            <span className="sr-only">Campaign: </span>
            {campaign ? (
              <Link to={pathTo.campaign(campaign.id)} className="rounded hover:text-link hover:underline">
                {campaign.name}
              </Link>
            ) : (
              'N/A'
            )}
          </p>
        </div>
        <Badge tone={active ? 'green' : 'grey'}>{active ? 'Active' : 'Inactive'}</Badge>
      </div>
      <div className="mt-auto flex items-end justify-between gap-4">
        <p className="min-w-0 text-ink-soft">
          <span className="block text-xs">Address</span>
          <span className="block truncate" title={`/microsite/${slug}`}>
            /microsite/<span className="text-ink">{slug}</span>
          </span>
        </p>
        <Link
          to={pathTo.visits(id)}
          aria-label={`Visits of ${title}: ${formatNumber(visits)}`}
          className="group flex shrink-0 items-end gap-2 rounded text-right"
        >
          <VisitTrend days={recentVisits} />
          <span>
            <span className="block text-xs text-ink-soft group-hover:text-link group-hover:underline">
              Visits
            </span>
            <span className="tabular block font-medium">
              <LiveValue value={formatNumber(visits)} />
            </span>
          </span>
        </Link>
      </div>
      {/* one row on a phone too, therefore without icons */}
      <div className="flex flex-wrap gap-2 border-t border-line pt-3 max-sm:[&>a>svg]:hidden max-sm:[&>button>svg]:hidden">
        <MicrositeActions microsite={microsite} onOpen={onOpen} />
      </div>
    </Card>
  )
}
