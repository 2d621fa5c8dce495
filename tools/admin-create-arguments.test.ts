import { expect, it } from 'vitest'
import { readArguments } from './admin-create-arguments.ts'

it('takes an address, and an admin unless a role is named', () => {
  const nameless = { firstName: '', lastName: '' }
  expect(readArguments(['a@b.example'])).toEqual({ email: 'a@b.example', role: 'admin', ...nameless })
  expect(readArguments(['a@b.example', '--role', 'viewer', '--last-name', 'Lovelace'])).toEqual({
    ...{ email: 'a@b.example', role: 'viewer', firstName: '', lastName: 'Lovelace' },
  })
})

it.each([
  [[]],
  [['a@b.example', '--role', 'king']],
  [['a@b.example', '--what']],
  [['a@b.example', 'b@b.example']],
])('says how it is used: %j', (args) => {
  expect(() => readArguments(args)).toThrow(/^Usage: npm run admin:create -- <e-mail>/)
})
