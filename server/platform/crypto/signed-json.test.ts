import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicJwk, type SignedJson, signJson } from './signed-json.ts'

const SECRET = 'a-secret-of-32-characters-or-more'

/** As any program outside checks it: with the public key alone. */
function isSignedBy(jwk: object, { payload, protected: head, signature }: SignedJson): boolean {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
}

it('signs content that the published key verifies', () => {
  const signed = signJson(SECRET, 'numbers', { calls: ['+61255500100'] })
  const jwk = publicJwk(SECRET, 'numbers')
  expect(isSignedBy(jwk, signed)).toBe(true)
  expect(JSON.parse(Buffer.from(signed.payload, 'base64url').toString())).toEqual({ calls: ['+61255500100'] })
  expect(JSON.parse(Buffer.from(signed.protected, 'base64url').toString())).toEqual({
    alg: 'EdDSA',
    kid: jwk.kid,
  })
})

it('signs nothing that was altered, or belongs to another secret or purpose', () => {
  const signed = signJson(SECRET, 'numbers', { calls: ['+61255500100'] })
  const altered = { ...signed, payload: Buffer.from('{"calls":["+61255500199"]}').toString('base64url') }
  expect(isSignedBy(publicJwk(SECRET, 'numbers'), altered)).toBe(false)
  expect(isSignedBy(publicJwk(`${SECRET}!`, 'numbers'), signed)).toBe(false)
  expect(isSignedBy(publicJwk(SECRET, 'others'), signed)).toBe(false)
})

it('has the same key in every process', () => {
  expect(publicJwk(SECRET, 'numbers')).toEqual(publicJwk(SECRET, 'numbers'))
})
