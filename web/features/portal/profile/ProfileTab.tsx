import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

/** Profile and security settings. */
export function ProfileTab({ profile }: { profile: BrokerProfile }): ReactElement {
  const { section, change } = usePortalPlace()
  return (
    <Tabs
      label="Profile"
      value={section === 'security' ? 'security' : 'information'}
      onChange={(next) => change({ section: next === 'security' ? next : '' })}
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
      ]}
    />
  )
}
