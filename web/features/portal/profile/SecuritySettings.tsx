import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { AccountAreaProvider } from '#web/features/accounts/security/area.ts'
import { Passkeys } from '#web/features/accounts/security/Passkeys.tsx'
import { PasswordForm } from '#web/features/accounts/security/PasswordForm.tsx'
import { Sessions } from '#web/features/accounts/security/Sessions.tsx'
import { TwoFactor } from '#web/features/accounts/security/TwoFactor.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { Panel } from '#web/ui/Card.tsx'
import { portalArea } from './portal-area.ts'

const tips = [
  'Use a password you use nowhere else; a password manager can remember it for you.',
  'Long beats complicated: four or five unrelated words are hard to guess.',
  'Turn on two-factor sign-in, so that a stolen password alone opens nothing.',
  'We never ask for your password or a code by phone, SMS or email.',
  'Sign out on shared devices, and end sessions you do not recognise.',
]

/** Security settings and advice. */
export function SecuritySettings({ profile }: { profile: BrokerProfile }): ReactElement {
  return (
    <AccountAreaProvider value={portalArea}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <PasswordForm email={profile.email} />
          <Passkeys />
          <TwoFactor isOn={profile.twoFactorEnabled} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Sessions />
          <Panel title="Security best practices">
            <ul className="flex flex-col gap-2.5">
              {tips.map((tip) => (
                <li key={tip} className="flex items-start gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-green" strokeWidth={2} />
                  <span>{tip}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Account information">
            <dl className="flex flex-col gap-3">
              <Fact name="Account ID" value={String(profile.id)} />
              <Fact name="Email" value={profile.email} />
              <Fact name="Member since account creation" value={formatDate(profile.createdAt)} />
            </dl>
          </Panel>
        </div>
      </div>
    </AccountAreaProvider>
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}
