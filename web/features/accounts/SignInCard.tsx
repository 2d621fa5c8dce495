import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { signIn, signInBody } from '#contract/accounts.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { sessionKey } from '#web/api/session.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { DemoAccounts } from './DemoAccounts.tsx'

/** E-mail and password; on success the page turns into the console at the same address. */
export function SignInCard(): ReactElement {
  const client = useQueryClient()
  const form = useZodForm(signInBody, { email: '', password: '' })
  const [isShown, setShown] = useState(false)
  const pending = form.formState.isSubmitting
  const send = form.handleSubmit(async (body) => {
    try {
      await call(signIn, { body })
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(failureText(error))
      return
    }
    toastSuccess('Logged in successfully')
    await client.invalidateQueries({ queryKey: sessionKey })
  })
  return (
    <section
      aria-labelledby="sign-in"
      className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-float"
    >
      <h2 id="sign-in" className="mb-4 text-xl font-semibold tracking-tight">
        Sign in to the console
      </h2>
      <Form onSubmit={send}>
        <TextField label="Email" type="email" autoComplete="username" required {...field(form, 'email')} />
        <TextField
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          required
          suffix={<ShowPassword isShown={isShown} onChange={setShown} />}
          {...field(form, 'password')}
        />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Signing In...">
          Sign In
        </Button>
      </Form>
      <DemoAccounts
        onChoose={({ email, password }) => {
          form.setValue('email', email, { shouldValidate: form.formState.isSubmitted })
          form.setValue('password', password, { shouldValidate: form.formState.isSubmitted })
        }}
      />
    </section>
  )
}

/** A refused pair of e-mail and password has one text; a lock or a lost connection says what it is. */
function failureText(error: unknown): string {
  const refused = 'Invalid email or password'
  return error instanceof ApiError && error.status === 401 ? refused : messageOf(error, refused)
}

interface ShowPasswordProps {
  isShown: boolean
  onChange: (isShown: boolean) => void
}

function ShowPassword({ isShown, onChange }: ShowPasswordProps): ReactElement {
  const Icon = isShown ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
      onClick={() => onChange(!isShown)}
      className="-mr-1.5 flex size-7 items-center justify-center rounded text-ink-faint hover:text-ink max-md:size-10"
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  )
}
