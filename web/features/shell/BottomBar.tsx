import { Ellipsis } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { OpenTasks } from '#web/features/tasks/OpenTasks.tsx'
import { screens } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { lazyDialog } from '#web/ui/lazily.tsx'

const AllScreens = lazyDialog(async () => (await import('./AllScreens.tsx')).AllScreens)

const inBar = screens.filter((screen) => screen.phone)

/** The main screens within reach of a thumb, and a sheet with all of them. */
export function BottomBar(): ReactElement {
  const [showsAll, setShowsAll] = useState(false)
  const { pathname } = useLocation()
  const isElsewhere = !inBar.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <>
      <nav
        aria-label="Main, bottom"
        className="print:hidden bottom-bar fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom,0px)] md:hidden"
      >
        {inBar.map(({ path, label, icon: Icon }) => (
          <NavLink key={path} to={path} className={linkClass}>
            <Icon aria-hidden className="size-5" strokeWidth={1.75} />
            <span className="whitespace-nowrap">{label}</span>
          </NavLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          // the open screen is one of those behind this button
          aria-current={isElsewhere || undefined}
          onClick={() => setShowsAll(true)}
          className={cx(linkClass({ isActive: isElsewhere }), 'relative max-w-12')}
        >
          <Ellipsis aria-hidden className="size-5" strokeWidth={1.75} />
          <span>More</span>
          <span className="absolute top-0 left-[45%] origin-top-left scale-75">
            <OpenTasks />
          </span>
        </button>
      </nav>
      {showsAll && <AllScreens onClose={() => setShowsAll(false)} />}
    </>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    'flex h-[calc(3.5rem-1px)] min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-[0.625rem] tracking-tight -outline-offset-2',
    isActive ? 'font-medium text-link' : 'text-ink-soft',
  )
}
