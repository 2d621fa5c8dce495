import type { ReactElement } from 'react'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import type { CodeAsked } from '#web/features/sign-in/audience.ts'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { useZodForm } from '#web/lib/form.ts'
import { Aside } from './Aside.tsx'
import { consoleAudience } from './console-audience.ts'
import { DemoAccounts } from './DemoAccounts.tsx'

interface ConsoleSignInProps {
  /** Initial value. */
  email: string
  onOpened: (user: StaffUser) => Promise<void>
  onCodeAsked: (asked: CodeAsked, email: string) => void
  onForgot: (email: string) => void
}

/** E-mail and password, with the demo accounts to choose from. */
export function ConsoleSignIn({ email, onOpened, onCodeAsked, onForgot }: ConsoleSignInProps): ReactElement {
  const form = useZodForm(consoleAudience.credentials, { email, password: '' })
  const validated = { shouldValidate: form.formState.isSubmitted }
  return (
    <SignInForm audience={consoleAudience} form={form} onOpened={onOpened} onCodeAsked={onCodeAsked}>
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
