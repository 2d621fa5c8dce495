import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { requireStrongPassword } from './password-strength.ts'
import { PASSWORD_WORDS } from './password-words.ts'

const about = ['Wei Li', 'wei.li@lumen.example', 'Lumen Lending']
const check = (password: string) => requireStrongPassword({ password, field: 'password', about })

const asField = { code: 'invalid', fields: { password: expect.stringContaining('Choose a longer one') } }

describe('a new password', () => {
  // Covers: sign-sessions-11
  it('is none of those that leaked most often, whichever of the first 3,000 it is', async () => {
    const leaked = (dictionary['passwords-common'] ?? []).map(String).filter(({ length }) => length >= 8)
    expect(leaked.length).toBeGreaterThan(3000)
    // every sixtieth, in the time that a test has
    const tried = leaked.slice(0, 3000).filter((_, index) => index % 60 === 0)
    for (const password of tried) await expect(check(password), password).rejects.toMatchObject(asField)
  })

  // Covers: sign-sessions-11
  it('is not made of a word of the product or its field, or of the person', async () => {
    for (const word of [...PASSWORD_WORDS, 'lumen']) {
      const password = `${word.toUpperCase()}2026!`
      await expect(check(password), password).rejects.toMatchObject(asField)
    }
  })

  // Covers: sign-sessions-11
  it.each([
    'ankle ferry copper maybe',
    'alllowercaseletterswithoutdigits',
    'пароль-из-нескольких-слов',
    '🐙🦑🐚 seven squids below',
    `${'long '.repeat(12)}sentence-of-64`,
  ])('may be made of whatever characters: %s', async (password) => {
    await expect(check(password)).resolves.toBeUndefined()
  })
})
