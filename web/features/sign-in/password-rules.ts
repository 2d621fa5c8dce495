import { z } from 'zod'
import { PASSWORDS_DIFFER } from '#contract/accounts/own-account.ts'

/**
 * A form with a password and its confirmation; only the first is sent. `name` is the field of the first. They are
 * compared even if other fields are invalid, so that all errors appear together.
 */
export function withConfirmation<Shape extends z.core.$ZodLooseShape>(
  body: z.ZodObject<Shape>,
  name: keyof Shape & string,
) {
  return body.extend({ confirmPassword: z.string() }).superRefine(
    (values, check) => {
      const typed = values as Record<string, unknown> // texts of the form, whatever its other fields are
      if (typed[name] === typed.confirmPassword) return
      check.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
    },
    { when: () => true },
  )
}
