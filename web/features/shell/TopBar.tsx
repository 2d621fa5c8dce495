import { Search } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { UserMenu } from '#web/features/accounts/UserMenu.tsx'
import { Bell } from '#web/features/notifications/Bell.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { shortcutLabel } from './shortcut.ts'
import { TopNav } from './TopNav.tsx'
import { usePalette } from './use-palette.ts'

/** Brand, screens, search and user menu; stays in view. */
export function TopBar({ user }: { user: StaffUser }): ReactElement {
  const palette = usePalette()
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-[calc(var(--bl-top-bar)-1px)] max-w-[1400px] items-center gap-1 px-4 md:gap-4 md:px-6">
        <Link to="/dashboard" aria-label="Brokerline, to the dashboard" className="flex rounded-lg">
          <Brand />
        </Link>
        <TopNav />
        <div className="ml-auto flex items-center max-md:-mr-2 md:gap-1">
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
          {!user.mustSetUpTwoFactor && <Bell />}
          <UserMenu user={user} />
        </div>
      </div>
      <CommandPalette user={user} open={palette.isOpen} onClose={palette.close} />
      <Shortcuts />
    </header>
  )
}
