import { useQueryClient } from '@tanstack/react-query'
import { LogOut, ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { signOutBroker } from '#web/api/portal-session.ts'
import { Button } from '#web/ui/Button.tsx'
import { PortalBrand } from './PortalBrand.tsx'

const ADMIN = '/dashboard'

/** The lender's logo, a link to the admin area for members of staff, and the sign-out. */
export function PortalHeader({ profile }: { profile: BrokerProfile }): ReactElement {
  const client = useQueryClient()
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-(--bl-top-bar) w-full max-w-5xl items-center gap-3 px-4 md:px-6">
        <PortalBrand compact />
        <div className="min-w-0 leading-tight">
          <h1 className="truncate font-semibold tracking-tight">Broker Portal</h1>
          <p className="truncate text-xs text-ink-soft">{profile.name}</p>
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-3">
          {profile.staff && (
            <a
              href={ADMIN}
              className="link hidden min-h-11 items-center rounded-lg px-3 font-medium underline-offset-4 md:inline-flex"
            >
              Admin Dashboard
            </a>
          )}
          <Button size="lg" icon={LogOut} onClick={() => void signOutBroker(client)}>
            Sign Out
          </Button>
        </div>
      </div>
    </header>
  )
}

/** On a phone the way to the admin area floats. */
export function AdminButton(): ReactElement {
  return (
    <a
      href={ADMIN}
      className="fixed right-4 bottom-[calc(var(--bl-bottom-bar)+1rem)] z-30 inline-flex h-12 items-center gap-2 rounded-full border border-line bg-float px-4 font-medium text-link shadow-float md:hidden"
    >
      <ShieldCheck aria-hidden className="size-5" strokeWidth={1.75} />
      Admin
    </a>
  )
}
