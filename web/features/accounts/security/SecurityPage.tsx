import type { ReactElement } from 'react'
import { useSession } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { WeeklyReportSwitch } from '#web/features/analytics/WeeklyReportSwitch.tsx'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AccountAreaProvider } from './area.ts'
import { consoleArea } from './console-area.ts'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** How a member of staff keeps their own account safe. */
export function SecurityPage(): ReactElement | null {
  const { data: user } = useSession()
  const sessions = useRead(consoleArea.account.listSessions)
  if (!user) return null
  return (
    <AccountAreaProvider value={consoleArea}>
      <PageHeader title="Security" subtitle={`How your account ${user.email} is kept safe.`} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          {user.mustSetUpTwoFactor && <Notice />}
          <TwoFactor isOn={user.twoFactorEnabled} />
          {!user.mustSetUpTwoFactor && <Passkeys />}
          <PasswordForm email={user.email} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Sessions />
          {!user.mustSetUpTwoFactor && (
            <Below isReady={!sessions.isPending}>
              <Panel title="Emails">
                <WeeklyReportSwitch
                  label="Email me last week’s figures every Monday"
                  help="Calls, meetings and costs compared with the week before, at 7 am Sydney time."
                />
              </Panel>
            </Below>
          )}
        </div>
      </div>
    </AccountAreaProvider>
  )
}

/** Shown in the place of every screen until two-factor is on. */
function Notice(): ReactElement {
  return (
    <p role="status" className="rounded-lg border border-line bg-surface p-4 font-medium">
      Turn on two-factor sign-in to continue. Everybody here signs in with a code from an authenticator app.
    </p>
  )
}
