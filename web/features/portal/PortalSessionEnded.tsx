import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { forgetSession, keepToken } from '#web/api/portal-session.ts'
import { SessionEndedDialog } from '#web/features/sign-in/SessionEndedDialog.tsx'
import { portalAudience } from './sign-in/portal-audience.ts'

/** The sign-in over the portal. */
export function PortalSessionEnded({ profile }: { profile: BrokerProfile }): ReactElement {
  const client = useQueryClient()
  return (
    <SessionEndedDialog
      audience={portalAudience}
      email={profile.email}
      onOpened={({ token, broker }) => {
        if (broker.id !== profile.id) client.clear()
        keepToken(token)
        void client.invalidateQueries()
      }}
      onLeave={() => forgetSession(client)}
    />
  )
}
