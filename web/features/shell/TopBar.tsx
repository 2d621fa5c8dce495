import { LayoutGrid, ListTodo, Search } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link, NavLink } from 'react-router'
import type { StaffUser } from '#contract/accounts.ts'
import { UserMenu } from '#web/features/accounts/UserMenu.tsx'
import { OpenTasks } from '#web/features/tasks/OpenTasks.tsx'
import { BROKER_PORTAL, screens } from '#web/routes/paths.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { shortcutLabel } from './shortcut.ts'
import { usePalette } from './use-palette.ts'

const AllScreens = lazyDialog(async () => (await import('./AllScreens.tsx')).AllScreens)

/** Brand, screens, search and user menu; stays in view. */
export function TopBar({ user }: { user: StaffUser }): ReactElement {
  const palette = usePalette()
  const [showsAll, setShowsAll] = useState(false)
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-[calc(var(--bl-top-bar)-1px)] max-w-[1400px] items-center gap-1 px-4 md:gap-4 md:px-6">
        <Link to="/dashboard" aria-label="Brokerline, to the dashboard" className="flex rounded-lg">
          <Brand />
        </Link>
        <nav
          aria-label="Main"
          className="hidden h-full min-w-0 items-stretch md:flex md:max-xl:overflow-x-auto"
        >
          {screens.map((screen) => (
            <NavLink key={screen.path} to={screen.path} className={linkClass}>
              {screen.label}
              {screen.counts && <TaskCount />}
            </NavLink>
          ))}
          <a href={BROKER_PORTAL} className={linkClass({ isActive: false })}>
            Broker Portal
          </a>
        </nav>
        <div className="ml-auto flex items-center max-md:-mr-2 md:gap-2">
          <Link
            to="/tasks"
            aria-label="Tasks"
            className="flex h-8 touch-target items-center rounded-lg px-1.5 text-ink-soft hover:bg-hover hover:text-ink md:hidden"
          >
            <ListTodo aria-hidden className="size-4" strokeWidth={1.75} />
            <TaskCount />
          </Link>
          <button
            type="button"
            onClick={palette.open}
            aria-label={`Search (${shortcutLabel('K')})`}
            className="flex h-8 touch-target items-center justify-center gap-2 rounded-lg text-ink-soft hover:bg-hover hover:text-ink max-[1439px]:w-8 min-[1440px]:border min-[1440px]:border-line min-[1440px]:pr-1.5 min-[1440px]:pl-2.5"
          >
            <Search aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="hidden min-[1440px]:inline">Search</span>
            <kbd className="hidden rounded-sm border border-line bg-sunken px-1 font-sans text-xs min-[1440px]:inline">
              {shortcutLabel('K')}
            </kbd>
          </button>
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            aria-label="All screens"
            className="flex h-8 w-8 touch-target items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink md:hidden"
          >
            <LayoutGrid aria-hidden className="size-4" strokeWidth={1.75} />
          </button>
          <UserMenu user={user} />
        </div>
      </div>
      <CommandPalette user={user} open={palette.isOpen} onClose={palette.close} />
      <Shortcuts />
      {showsAll && <AllScreens onClose={() => setShowsAll(false)} />}
    </header>
  )
}

/** Reserves its space while the count loads, so that nothing moves when it arrives. */
function TaskCount(): ReactElement {
  return (
    <span className="ml-1 inline-flex w-8 justify-start">
      <OpenTasks />
    </span>
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
