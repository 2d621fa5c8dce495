import { hashPassword as libraryHash } from 'better-auth/crypto'
import { expect, it } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

const PASSWORD = 'seven-Ships-at-anchor ünïcode'

// Covers: sign-sessions-4
it('a hash says what it cost, is salted, and opens for its password alone', async () => {
  const [hash, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(hash).toMatch(/^scrypt:32768:8:3:[\da-f]{32}:[\da-f]{128}$/)
  expect(other).not.toBe(hash)
  expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  // neither case nor a character at the end is left out
  expect(await verifyPassword(PASSWORD.toLowerCase(), hash)).toBe(false)
  expect(await verifyPassword(PASSWORD.slice(0, -1), hash)).toBe(false)
  expect(isOutdated(hash)).toBe(false)
})

it('a hash of the sign-in library is understood, and outdated', async () => {
  const hash = await libraryHash(PASSWORD)
  expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  expect(await verifyPassword(`${PASSWORD} `, hash)).toBe(false)
  expect(isOutdated(hash)).toBe(true)
})

it('a hash that is none opens for nobody', async () => {
  const cut = 'scrypt:32768:8:3:00:'
  expect(await verifyPassword('', cut)).toBe(false)
})
