import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { vendors } from '#contract/calls/vendors.ts'
import { systemInfo } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { settingsPart } from '#web/routes/paths.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { fixOf, isWrong, type Service, serviceLooks, worstFirst } from './service-labels.ts'

const POLL_MS = 15_000
/** The services of every installation, so that the layout stays when they arrive. */
const PLACES = ['Calls', ...vendors, 'SMS', 'Email', 'Workers', 'Background jobs', 'Database']

/** The state of each service in a word; details are under Services. */
export function ServiceSummary(): ReactElement {
  // vendor failures are not announced by the live stream
  const { data, error, refetch } = useRead(systemInfo, undefined, { refetchInterval: POLL_MS })
  return (
    <Panel
      title="Service status"
      actions={
        <Link to={settingsPart.status} className="link">
          Details
        </Link>
      }
      flush
    >
      {data ? (
        <>
          <WrongServices services={data.services} />
          <ul className="grid sm:grid-cols-2">
            {data.services.map((service) => (
              <li
                key={service.name}
                className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0 sm:odd:border-r sm:nth-last-2:odd:border-b-0"
              >
                <span className="font-medium">{service.name}</span>
                <StatusDot {...serviceLooks[service.status]} />
              </li>
            ))}
          </ul>
        </>
      ) : error ? (
        <ErrorState title="The services could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading services...">
          <div className="grid sm:grid-cols-2">
            {PLACES.map((place) => (
              <div key={place} className="flex h-11 items-center border-b border-line px-4">
                <Skeleton className="h-4 w-2/3" />
              </div>
            ))}
          </div>
        </Loading>
      )}
    </Panel>
  )
}

/** What does not work, in one line with the way to put it right. */
function WrongServices({ services }: { services: readonly Service[] }): ReactElement | null {
  const wrong = worstFirst(services).filter(isWrong)
  if (wrong.length === 0) return null
  const [last, ...others] = wrong.map(({ name }) => name).toReversed()
  const names = others.length > 0 ? `${others.toReversed().join(', ')} and ${last}` : last
  const fix = wrong.map(fixOf).find((to) => to !== null)
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-amber-soft px-4 py-2 text-amber-ink">
      <span>
        <strong className="font-medium">{names}</strong>{' '}
        {wrong.length === 1 ? 'needs attention.' : 'need attention.'}
      </span>
      <ButtonLink to={fix ?? settingsPart.status} size="sm">
        Fix
      </ButtonLink>
    </p>
  )
}
