import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { fixOf, isSetUpOnServer, type Service, serviceLooks, worstFirst } from './service-labels.ts'

const POLL_MS = 15_000

/** Services this installation depends on, with their status. */
export function ServiceList(): ReactElement {
  // vendor failures are not announced by the live stream
  const { data, error, refetch } = useRead(systemInfo, undefined, { refetchInterval: POLL_MS })
  return (
    <Panel title="Service status" flush>
      {data ? (
        <ul>
          {worstFirst(data.services).map((service) => (
            <li
              key={service.name}
              className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-b-0 md:grid-cols-[10rem_9rem_1fr_auto]"
            >
              <span className="font-medium">{service.name}</span>
              <StatusDot {...serviceLooks[service.status]} />
              <span className="text-ink-soft max-md:col-span-2">
                {service.detail}
                {service.help && <ForOperators>{service.help}</ForOperators>}
              </span>
              {!isSetUpOnServer(service) && <FixLink service={service} />}
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState title="The services could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading services...">
          <div className="flex flex-col gap-3 p-4">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-5" />
            ))}
          </div>
        </Loading>
      )}
    </Panel>
  )
}

/** Link to the screen that puts the service right. */
export function FixLink({ service }: { service: Service }): ReactElement | null {
  const to = fixOf(service)
  return to === null ? null : (
    <ButtonLink to={to} size="sm" aria-label={`Fix ${service.name}`} className="w-fit">
      Fix
    </ButtonLink>
  )
}

interface ForOperatorsProps {
  children: string
  /** Its colour; '' takes that of the notice around it. */
  look?: string
}

/** A setting of the server's environment, which cannot be changed on this screen. */
export function ForOperators({ children, look = 'text-ink-faint' }: ForOperatorsProps): ReactElement {
  return (
    <span className={cx('mt-0.5 block text-xs', look)}>
      For your server administrator: <span className="break-words">{children}</span>
    </span>
  )
}
