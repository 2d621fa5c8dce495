import type { ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import { code } from '#contract/accounts/own-account.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { Audience, CodeAsked } from './audience.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'

const codeBody = z.object({ code })

interface CodeFormProps<Opened extends object, Asked extends CodeAsked> {
  audience: Audience<Opened, Asked>
  asked: Asked
  onOpened: (opened: Opened) => unknown
  /** As in the form of the password. */
  renderFailure?: (message: string) => ReactNode
  /** Returns to the password form. */
  children: ReactNode
}

/** The second step where two-factor is on. */
export function CodeForm<Opened extends object, Asked extends CodeAsked>(
  props: CodeFormProps<Opened, Asked>,
): ReactElement {
  const { audience, asked, onOpened, renderFailure, children } = props
  const { words, failures } = audience
  const form = useZodForm(codeBody, { code: '' })
  const { failure, onSubmit } = useAttempt(form, {
    textOf: words.codeFailed,
    places: failures.code,
    send: async (typed) => onOpened(await audience.verify(typed.code, asked)),
    onFailed: () => {
      if (failures.code.inForm) form.setFocus('code', { shouldSelect: true })
    },
  })
  return (
    <Form onSubmit={onSubmit} label={words.codeForm}>
      <div>
        {words.codeTitle !== null && <h2 className="text-xl font-semibold">{words.codeTitle}</h2>}
        <p className={cx('text-ink-soft', words.codeTitle !== null && 'mt-1')}>
          Enter the 6-digit code that your authenticator app shows, or one of your backup codes.
        </p>
      </div>
      {failure && renderFailure?.(failure.message)}
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        {...field(form, 'code')}
      />
      <SubmitButton pending={form.formState.isSubmitting} pendingText="Checking...">
        Verify
      </SubmitButton>
      {children}
    </Form>
  )
}
