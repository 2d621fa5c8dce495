import { type ReactElement, useEffect } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { setDraftOwner } from '#web/lib/kept-drafts.ts'
import { cx } from '#web/ui/cx.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { DocumentsTab } from './documents/DocumentsTab.tsx'
import { UploaderProvider } from './documents/uploader.tsx'
import { MainTabs } from './MainTabs.tsx'
import { OverviewTab } from './overview/OverviewTab.tsx'
import { AdminButton, PortalHeader } from './PortalHeader.tsx'
import { ProfileTab } from './profile/ProfileTab.tsx'

const AccreditationTab = lazily(async () => (await import('./AccreditationTab.tsx')).AccreditationTab)
const ScoreTab = lazily(async () => (await import('./score/ScoreTab.tsx')).ScoreTab)

/** The portal of a signed-in broker. */
export function SignedIn({ profile }: { profile: BrokerProfile }): ReactElement {
  // before the forms below read their drafts
  setDraftOwner(`broker ${profile.id}`)
  useEffect(() => {
    document.title = 'Broker Portal'
  }, [])
  return (
    <UploaderProvider>
      <PortalHeader profile={profile} />
      <main
        className={cx(
          'mx-auto w-full max-w-5xl px-4 md:px-6 md:pb-16',
          // space below the last line for the bar, and for staff the floating button
          profile.staff ? 'pb-[calc(var(--bl-bottom-bar)+5rem)]' : 'pb-[calc(var(--bl-bottom-bar)+1.5rem)]',
        )}
      >
        <MainTabs
          content={{
            overview: <OverviewTab profile={profile} />,
            documents: <DocumentsTab />,
            profile: <ProfileTab profile={profile} />,
            accreditation: <AccreditationTab />,
            score: <ScoreTab />,
          }}
        />
      </main>
      {profile.staff && <AdminButton />}
    </UploaderProvider>
  )
}
