import { ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { OpenTasks } from '#web/features/tasks/OpenTasks.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { BROKER_PORTAL, type Screen, screens } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'

const WIDE = '(min-width: 1280px)'
const MEDIUM = '(min-width: 1024px)'
/** Main entries on a screen that is too narrow for all seven. */
const FEWEST = 5

const main = screens.filter((screen) => screen.main)
const others = screens.filter((screen) => !screen.main)

/** The screens in the top bar: seven main ones, and the others apart from them, or behind More where space is short. */
export function TopNav(): ReactElement {
  const isWide = useMediaQuery(WIDE)
  const isMedium = useMediaQuery(MEDIUM)
  const shown = isMedium ? main : main.slice(0, FEWEST)
  return (
    <nav aria-label="Main" className="hidden h-full min-w-0 items-stretch md:flex">
      {shown.map((screen) => (
        <ScreenLink key={screen.path} screen={screen} />
      ))}
      {isWide ? (
        <>
          <span aria-hidden className="mx-1.5 my-auto h-5 w-px bg-line" />
          {others.map((screen) => (
            <ScreenLink key={screen.path} screen={screen} />
          ))}
          <a href={BROKER_PORTAL} className={linkClass({ isActive: false })}>
            Broker Portal
          </a>
        </>
      ) : (
        <MoreMenu screens={[...main.filter((screen) => !shown.includes(screen)), ...others]} />
      )}
    </nav>
  )
}

function ScreenLink({ screen }: { screen: Screen }): ReactElement {
  return (
    <NavLink to={screen.path} className={linkClass}>
      {screen.label}
      {screen.counts && (
        // beside the name, where it moves nothing when it arrives
        <span className="ml-1 inline-flex min-w-5">
          <OpenTasks />
        </span>
      )}
    </NavLink>
  )
}

/** The screens that the bar has no room for; named after the open one of them. */
function MoreMenu({ screens: hidden }: { screens: readonly Screen[] }): ReactElement {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = hidden.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={cx(linkClass({ isActive: here !== undefined }), 'gap-1')}>
          {here ? here.label : 'More'}
          {here && <span className="sr-only">, more screens</span>}
          <ChevronDown aria-hidden className="size-3.5" strokeWidth={1.75} />
        </button>
      }
    >
      {hidden.map(({ path, label, icon }) => (
        <MenuItem key={path} icon={icon} onSelect={() => void navigate(path)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => window.location.assign(BROKER_PORTAL)}>Broker Portal</MenuItem>
    </Menu>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    'relative flex items-center rounded-md px-2 whitespace-nowrap -outline-offset-2 transition-colors',
    isActive
      ? 'font-medium text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-primary'
      : 'text-ink-soft hover:text-ink',
  )
}
