import type { ReactElement } from 'react'
import { NavLink } from 'react-router'
import { screens } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'

/** The main screens within reach of a thumb. */
export function BottomBar(): ReactElement {
  return (
    <nav
      aria-label="Main, bottom"
      className="print:hidden bottom-bar fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom,0px)] md:hidden"
    >
      {screens
        .filter((screen) => screen.phone)
        .map(({ path, label, icon: Icon }) => (
          <NavLink key={path} to={path} className={linkClass}>
            <Icon aria-hidden className="size-5" strokeWidth={1.75} />
            <span className="whitespace-nowrap">{label}</span>
          </NavLink>
        ))}
    </nav>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    'flex h-[calc(3.5rem-1px)] min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-[0.6875rem] max-[389px]:text-[0.625rem] max-[389px]:tracking-tight -outline-offset-2',
    isActive ? 'font-medium text-link' : 'text-ink-soft',
  )
}
