import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { licenseeMoves } from '#contract/surveillance/living-registers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { Licensee } from './licence-states.ts'

/** Representatives who joined and left a licensee. */
export function MovesDialog({
  licensee: { number, name, joined, left, since },
  onClose,
}: {
  licensee: Licensee
  onClose: () => void
}): ReactElement {
  const { data, error, refetch } = useRead(licenseeMoves, { params: { number } })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={`Joiners and leavers of ${name ?? number}`}
      description={
        since
          ? `${formatNumber(joined)} joined and ${formatNumber(left)} left since ${formatDate(since)}.`
          : undefined
      }
    >
      {error && !data && (
        <ErrorState title="The moves could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      <ul className="flex flex-col divide-y divide-line">
        {data?.map((move) => (
          <li
            key={`${move.kind} ${move.number}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <Badge tone={move.kind === 'joined' ? 'green' : 'amber'}>
              {move.kind === 'joined' ? 'Joined' : 'Left'}
            </Badge>
            <span className="min-w-0 flex-1">
              {move.brokerId ? (
                <Link to={`/brokers/${move.brokerId}`} className="link">
                  {move.name}
                </Link>
              ) : (
                move.name
              )}{' '}
              <span className="text-ink-soft">
                {move.number}
                {move.state ? `, ${move.state}` : ''}. {move.text}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
