import { useQueryClient } from '@tanstack/react-query'
import { AlertDialog } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import type { StaffUser } from '#contract/accounts.ts'
import { forgetRead, sessionKey } from '#web/api/session.ts'
import type { CodeAsked } from '#web/features/sign-in/audience.ts'
import { CodeForm } from '#web/features/sign-in/CodeForm.tsx'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { useZodForm } from '#web/lib/form.ts'
import { useReturnFocus } from '#web/ui/use-dialog-focus.ts'
import { Aside } from './Aside.tsx'
import { consoleAudience } from './console-audience.ts'

interface SessionEndedProps {
  /** Who was signed in. */
  user: StaffUser
  /** They do not go on here. */
  onLeave: () => void
}

/**
 * The sign-in over the screen of somebody whose session has ended. The screen stays as it is, covered, so that who passes
 * by reads nothing; what was to be saved is saved by the person once more.
 */
export function SessionEnded({ user, onLeave }: SessionEndedProps): ReactElement {
  const client = useQueryClient()
  const focus = useReturnFocus()
  const [asked, setAsked] = useState<CodeAsked | null>(null)
  const form = useZodForm(consoleAudience.credentials, { email: user.email, password: '' })
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
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 bg-canvas" />
        <AlertDialog.Content
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event)
            event.preventDefault()
            form.setFocus('password')
          }}
          className="fixed top-1/2 left-1/2 z-60 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-float p-6 shadow-float outline-none"
        >
          <AlertDialog.Title className="text-xl font-semibold tracking-tight">
            Your session has ended
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 mb-4 text-ink-soft">
            Sign in to go on where you were. What you typed is still there.
          </AlertDialog.Description>
          {asked ? (
            <CodeForm audience={consoleAudience} asked={asked} onOpened={open}>
              <Aside onClick={() => setAsked(null)}>Back to sign-in</Aside>
            </CodeForm>
          ) : (
            <SignInForm audience={consoleAudience} form={form} onOpened={open} onCodeAsked={setAsked}>
              <Aside onClick={leave}>Leave this page</Aside>
            </SignInForm>
          )}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
