import type { ReactElement } from 'react'
import { Link } from 'react-router'
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
