import { ListTodo, Search } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, NavLink } from 'react-router'
import type { StaffUser } from '#contract/accounts.ts'
import { UserMenu } from '#web/features/accounts/UserMenu.tsx'
import { OpenTasks } from '#web/features/tasks/OpenTasks.tsx'
import { screens } from '#web/routes/paths.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { cx } from '#web/ui/cx.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { shortcutLabel } from './shortcut.ts'
import { usePalette } from './use-palette.ts'

/** Brand, screens, search and user menu; stays in view. */
export function TopBar({ user }: { user: StaffUser }): ReactElement {
  const palette = usePalette()
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-[calc(var(--bl-top-bar)-1px)] max-w-[1400px] items-center gap-2 px-4 md:gap-4 md:px-6">
        <Link to="/dashboard" aria-label="Brokerline, to the dashboard" className="flex rounded-lg">
          <Brand />
        </Link>
        <nav
          aria-label="Main"
          className="hidden h-full min-w-0 items-stretch gap-1 md:flex md:max-xl:overflow-x-auto"
        >
          {screens.map((screen) => (
            <NavLink key={screen.path} to={screen.path} className={linkClass}>
              {screen.label}
              {screen.counts && <OpenTasks />}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <Link
            to="/tasks"
            aria-label="Tasks"
            className="flex h-8 touch-target items-center rounded-lg px-1.5 text-ink-soft hover:bg-hover hover:text-ink md:hidden"
          >
            <ListTodo aria-hidden className="size-4" strokeWidth={1.75} />
            <OpenTasks />
          </Link>
          <button
            type="button"
            onClick={palette.open}
            aria-label={`Search (${shortcutLabel('K')})`}
            className="flex h-8 touch-target items-center justify-center gap-2 rounded-lg text-ink-soft hover:bg-hover hover:text-ink max-lg:w-8 lg:border lg:border-line lg:pr-1.5 lg:pl-2.5"
          >
            <Search aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="hidden pr-8 lg:inline">Search</span>
            <kbd className="hidden rounded-sm border border-line bg-sunken px-1 font-sans text-xs lg:inline">
              {shortcutLabel('K')}
            </kbd>
          </button>
          <UserMenu user={user} />
        </div>
      </div>
      <CommandPalette open={palette.isOpen} onClose={palette.close} />
    </header>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    'relative flex items-center rounded-md px-2.5 -outline-offset-2 transition-colors',
    isActive
      ? 'font-medium text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full after:bg-primary'
      : 'text-ink-soft hover:text-ink',
  )
}
