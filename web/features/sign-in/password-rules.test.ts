import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newPassword } from '#contract/accounts/own-account.ts'
import { withConfirmation } from './password-rules.ts'

const schema = withConfirmation(
  z.object({ newPassword, name: z.string().min(1, 'Name is required') }),
  'newPassword',
)

function problemsOf(values: object): [string, string][] {
  const issues = schema.safeParse(values).error?.issues ?? []
  return issues.map(({ path, message }) => [path.join('.'), message])
}

describe('a password that is typed twice', () => {
  it('is taken when both are the same', () => {
    const values = { newPassword: 'long-enough', confirmPassword: 'long-enough', name: 'Ann' }
    expect(schema.parse(values)).toEqual(values)
  })

  it('is complained about beside the second, whatever else is wrong', () => {
    expect(problemsOf({ newPassword: 'short', confirmPassword: 'shirt', name: '' })).toEqual([
      ['newPassword', 'Password must be at least 8 characters'],
      ['name', 'Name is required'],
      ['confirmPassword', "Passwords don't match"],
    ])
  })
})
