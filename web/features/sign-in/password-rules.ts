import { z } from 'zod'
import { PASSWORDS_DIFFER } from '#contract/own-account.ts'

/**
 * A form that asks for a password twice; only the first is sent. `name` is the field of the first. Compared whatever
 * else is wrong, so that all is said at once.
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
