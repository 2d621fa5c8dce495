import { AlertDialog } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { useReturnFocus } from '#web/ui/use-dialog-focus.ts'
import type { Audience, CodeAsked } from './audience.ts'
import { CodeForm } from './CodeForm.tsx'
import { SignInForm } from './SignInForm.tsx'

interface SessionEndedDialogProps<Opened extends object, Asked extends CodeAsked> {
  audience: Audience<Opened, Asked>
  /** Of the person who was signed in. */
  email: string
  onOpened: (opened: Opened) => unknown
  /** The person does not go on here. */
  onLeave: () => void
  /** A sign-in without a password, above the form. */
  otherWay?: ReactNode
  /** There are no passwords. */
  isOnlyWay?: boolean
}

/**
 * The sign-in over the screen of a session that has ended. The screen stays mounted but covered, so that a passer-by
 * cannot read it. The person repeats the save that was refused.
 */
export function SessionEndedDialog<Opened extends object, Asked extends CodeAsked>({
  audience,
  email,
  onOpened,
  onLeave,
  otherWay = null,
  isOnlyWay = false,
}: SessionEndedDialogProps<Opened, Asked>): ReactElement {
  const focus = useReturnFocus()
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useZodForm(audience.credentials, { email, password: '' })
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 bg-canvas" />
        <AlertDialog.Content
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event)
            event.preventDefault()
            if (!isOnlyWay) form.setFocus('password')
          }}
          className="fixed top-1/2 left-1/2 z-60 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-float p-6 shadow-float outline-none"
        >
          <AlertDialog.Title className="text-xl font-semibold tracking-tight">
            Your session has ended
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 mb-4 text-ink-soft">
            Sign in to go on where you were. What you typed is still there.
          </AlertDialog.Description>
          {otherWay && <div className="mb-4">{otherWay}</div>}
          {isOnlyWay ? (
            <Aside onClick={onLeave}>Leave this page</Aside>
          ) : asked ? (
            <CodeForm audience={audience} asked={asked} onOpened={onOpened}>
              <Aside onClick={() => setAsked(null)}>Back to sign-in</Aside>
            </CodeForm>
          ) : (
            <SignInForm audience={audience} form={form} onOpened={onOpened} onCodeAsked={setAsked}>
              <Aside onClick={onLeave}>Leave this page</Aside>
            </SignInForm>
          )}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Aside({ onClick, children }: { onClick: () => void; children: string }): ReactElement {
  return (
    <Button variant="ghost" className="-ml-3 self-start" onClick={onClick}>
      {children}
    </Button>
  )
}
