import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { forgetRead, sessionKey } from '#web/api/session.ts'
import { SessionEndedDialog } from '#web/features/sign-in/SessionEndedDialog.tsx'
import { consoleAudience } from './console-audience.ts'
import { SignOnLink, useSignOn } from './SignOn.tsx'

interface SessionEndedProps {
  /** The user whose session ended. */
  user: StaffUser
  /** They do not go on here. */
  onLeave: () => void
}

/** The sign-in over a screen of the console. */
export function SessionEnded({ user, onLeave }: SessionEndedProps): ReactElement {
  const client = useQueryClient()
  const { label, enforced } = useSignOn()
  const open = async (opened: StaffUser): Promise<void> => {
    if (opened.id !== user.id) forgetRead(client)
    client.setQueryData(sessionKey, opened)
    await client.invalidateQueries()
  }
  const leave = (): void => {
    onLeave()
    forgetRead(client)
  }
  return (
    <SessionEndedDialog
      audience={consoleAudience}
      email={user.email}
      onOpened={open}
      onLeave={leave}
      otherWay={label === null ? null : <SignOnLink label={label} primary={enforced} />}
      isOnlyWay={enforced}
    />
  )
}
