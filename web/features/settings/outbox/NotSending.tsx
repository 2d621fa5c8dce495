import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { channelLabels } from '#contract/messages/message-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { FixLink, ForOperators } from '../ServiceList.tsx'
import { isSetUpOnServer, isWrong, type Service } from '../service-labels.ts'

interface NotSendingProps {
  services: readonly Service[]
  /** Filters the list below; null while it is filtered. */
  onShowHeld: (() => void) | null
}

/** Why messages wait, how many, and what happens to them once sending is set up. */
export function NotSending({ services, onShowHeld }: NotSendingProps): ReactElement | null {
  const names: readonly string[] = Object.values(channelLabels)
  const wrong = services.filter((service) => names.includes(service.name) && isWrong(service))
  if (wrong.length === 0) return null
  const holds = wrong.some(({ status }) => status === 'held')
  return (
    <div role="note" className="flex gap-2.5 border-b border-line bg-amber-soft px-4 py-3 text-amber-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <ul className="flex flex-col gap-2">
            {wrong.map((service) => (
              <Reason key={service.name} service={service} />
            ))}
          </ul>
          {holds && (
            <p className="mt-2">
              Once sending is set up, new messages go out automatically. Messages written before that do not:
              select them and choose Send now within 24 hours of when they were written. Older ones stay here
              to read.
            </p>
          )}
        </div>
        {holds && onShowHeld && (
          <Button size="sm" onClick={onShowHeld}>
            Show messages not sent
          </Button>
        )}
      </div>
    </div>
  )
}

function Reason({ service }: { service: Service }): ReactElement {
  const { name, detail, help } = service
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{detail.startsWith(name) ? detail : `${name}: ${detail}`}</span>
        {help && <ForOperators look="">{help}</ForOperators>}
      </span>
      {!isSetUpOnServer(service) && <FixLink service={service} />}
    </li>
  )
}
