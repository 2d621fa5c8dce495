import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

const DecisionsTab = lazily(async () => (await import('../decisions/DecisionsTab.tsx')).DecisionsTab)

/** Parts beside the first one, as the address names them. */
const parts = ['security', 'decisions']

/** Profile, security settings, and the decisions about the broker. */
export function ProfileTab({ profile }: { profile: BrokerProfile }): ReactElement {
  const { section, change } = usePortalPlace()
  return (
    <Tabs
      label="Profile"
      value={parts.find((part) => part === section) ?? 'information'}
      onChange={(next) => change({ section: parts.find((part) => part === next) ?? '' })}
      tabs={[
        {
          value: 'information',
          label: 'Profile Information',
          content: <ProfileForm profile={profile} />,
          keep: true,
        },
        {
          value: 'security',
          label: 'Security Settings',
          content: <SecuritySettings profile={profile} />,
        },
        {
          value: 'decisions',
          label: 'Decisions',
          content: <DecisionsTab />,
        },
      ]}
    />
  )
}
