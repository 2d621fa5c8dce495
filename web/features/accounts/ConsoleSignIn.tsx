import { type ReactElement, useState } from 'react'
import { passkeyOptions, type StaffUser, signInWithPasskey } from '#contract/accounts/accounts.ts'
import { call } from '#web/api/call.ts'
import type { CodeAsked } from '#web/features/sign-in/audience.ts'
import { PasskeyButton } from '#web/features/sign-in/PasskeyButton.tsx'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { useZodForm } from '#web/lib/form.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Aside } from './Aside.tsx'
import { consoleAudience } from './console-audience.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { SignOnLink, SignOnRefused, useSignOn } from './SignOn.tsx'

interface ConsoleSignInProps {
  /** Initial value. */
  email: string
  onOpened: (user: StaffUser) => Promise<void>
  onCodeAsked: (asked: CodeAsked, email: string) => void
  onForgot: (email: string) => void
}

/** Single sign-on where it is set up; a password unless that is the only way. */
export function ConsoleSignIn(props: ConsoleSignInProps): ReactElement {
  const { isKnown, label, enforced } = useSignOn()
  const [breakGlass, setBreakGlass] = useState(false)
  // a form that is replaced by a button would move under the pointer
  if (!isKnown) {
    return (
      <Loading text="Loading the sign-in...">
        <Skeleton className="h-56" />
      </Loading>
    )
  }
  if (label === null) {
    return (
      <div className="flex flex-col gap-4">
        <SignOnRefused />
        <PasswordSignIn {...props} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <SignOnRefused />
      <SignOnLink label={label} primary={enforced} />
      {enforced && !breakGlass ? (
        <Aside onClick={() => setBreakGlass(true)}>Break-glass sign-in</Aside>
      ) : (
        <>
          <p className="border-t border-line pt-4 text-xs font-medium text-ink-soft">
            {enforced ? 'Only the break-glass admin has a password.' : 'Or with your password'}
          </p>
          <PasswordSignIn {...props} />
        </>
      )}
    </div>
  )
}

/** E-mail and password, with the demo accounts to choose from. */
function PasswordSignIn({ email, onOpened, onCodeAsked, onForgot }: ConsoleSignInProps): ReactElement {
  const form = useZodForm(consoleAudience.credentials, { email, password: '' })
  const validated = { shouldValidate: form.formState.isSubmitted }
  return (
    <SignInForm audience={consoleAudience} form={form} onOpened={onOpened} onCodeAsked={onCodeAsked}>
      <PasskeyButton
        start={() => call(passkeyOptions)}
        signIn={(response) => call(signInWithPasskey, { body: { response } })}
        onOpened={onOpened}
      />
      <Aside onClick={() => onForgot(form.getValues('email'))}>Forgot your password?</Aside>
      <DemoAccounts
        onChoose={(account) => {
          form.setValue('email', account.email, validated)
          form.setValue('password', account.password, validated)
        }}
      />
    </SignInForm>
  )
}
