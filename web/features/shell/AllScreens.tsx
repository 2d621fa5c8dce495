import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { useReviewCounts } from '#web/features/brokers/BrokerTabs.tsx'
import { OpenTasks } from '#web/features/tasks/OpenTasks.tsx'
import { formatTotal } from '#web/lib/format.ts'
import { BROKER_PORTAL, pages, screenGroups, screens } from '#web/routes/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

const all = [...screens, ...pages]
const linkClass = 'flex min-h-11 items-center gap-2.5 rounded-lg px-2 hover:bg-hover'

/** Every screen, two taps away on a phone. */
export function AllScreens({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog open onClose={onClose} title="All screens">
      <nav aria-label="All screens" className="flex flex-col gap-4">
        {screenGroups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="px-2 text-xs text-ink-soft">{group}</h3>
            <ul className="grid grid-cols-2 gap-x-2">
              {all
                .filter((screen) => screen.group === group)
                .map(({ path, label, icon: Icon }) => (
                  <li key={path}>
                    <Link to={path} onClick={onClose} className={linkClass}>
                      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
                      {label}
                      <Count path={path} />
                    </Link>
                  </li>
                ))}
              {group === 'Settings' && (
                <li>
                  <a href={BROKER_PORTAL} className={linkClass}>
                    Broker Portal
                  </a>
                </li>
              )}
            </ul>
          </section>
        ))}
      </nav>
    </Dialog>
  )
}

/** How many items wait on a screen. */
function Count({ path }: { path: string }): ReactElement | null {
  const { applications, documents } = useReviewCounts()
  if (path === '/tasks') return <OpenTasks />
  const count =
    path === '/brokers/applications' ? applications : path === '/brokers/documents' ? documents : 0
  if (count === undefined || count === 0) return null
  return (
    <span className="tabular rounded-full bg-sunken px-1.5 text-xs font-medium text-ink">
      {formatTotal(count)}
      <span className="sr-only"> pending</span>
    </span>
  )
}
