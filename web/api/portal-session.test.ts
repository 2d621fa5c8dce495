import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brokerSignIn, ownAccount, readProfile } from '#contract/accounts/broker-accounts.ts'
import { authorizationFor, authorizeWith, onRefusal } from './authorization.ts'
import { call } from './call.ts'
import { forgetSession, installBrokerToken, keepToken, makePortalClient } from './portal-session.ts'
import { keyOf } from './topics.ts'

type Stored = (event: { key: string; newValue: string | null }) => void

const client = makePortalClient()
let stored: Stored | undefined

beforeEach(() => {
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: Stored) => {
      stored = listener
    },
  })
  installBrokerToken(client)
})
afterEach(() => {
  forgetSession(client)
  client.clear()
  authorizeWith(() => null)
  onRefusal(() => undefined)
  vi.unstubAllGlobals()
})

const answer = (status: number): void => {
  vi.stubGlobal('fetch', async () => new Response('', { status }))
}

describe("a broker's token", () => {
  // Covers: broker-portal-screens-14
  it('goes with calls for the broker’s own, and with no other', () => {
    keepToken('abc')
    expect(authorizationFor(readProfile)).toEqual({ Authorization: 'Bearer abc' })
    expect(authorizationFor(brokerSignIn)).toEqual({})
  })

  // Covers: broker-portal-screens-14
  it('is missed before the call is made', async () => {
    answer(200)
    await expect(call(readProfile)).rejects.toThrow('No token available')
  })

  // Covers: broker-portal-screens-14
  it('is forgotten when the server does not accept it, and the page keeps what it shows', async () => {
    keepToken('abc')
    client.setQueryData(keyOf(ownAccount.listSessions), [])
    answer(401)
    const asked = client.fetchQuery({ queryKey: keyOf(readProfile), queryFn: () => call(readProfile) })
    await expect(asked).rejects.toMatchObject({ status: 401 })
    expect(() => authorizationFor(readProfile)).toThrow('No token available')
    expect(client.getQueryData(keyOf(ownAccount.listSessions))).toEqual([])
  })

  it('is missed once it is gone from the storage, and not where there never was one', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    keepToken('abc')
    expect(authorizationFor(readProfile)).toEqual({ Authorization: 'Bearer abc' })
    kept.clear()
    expect(() => authorizationFor(readProfile)).toThrow('No token available')
    vi.stubGlobal('localStorage', undefined)
    keepToken('abc')
    expect(authorizationFor(readProfile)).toEqual({ Authorization: 'Bearer abc' })
  })

  // Covers: broker-portal-screens-14
  it('stays when the server has a fault', async () => {
    keepToken('abc')
    answer(500)
    const asked = client.fetchQuery({ queryKey: keyOf(readProfile), queryFn: () => call(readProfile) })
    await expect(asked).rejects.toMatchObject({ status: 500 })
    expect(authorizationFor(readProfile)).toEqual({ Authorization: 'Bearer abc' })
  })

  // Covers: broker-portal-screens-14
  it('follows another tab that signs in or out', () => {
    stored?.({ key: 'brokerToken', newValue: 'other' })
    expect(authorizationFor(readProfile)).toEqual({ Authorization: 'Bearer other' })
    stored?.({ key: 'brokerToken', newValue: null })
    expect(() => authorizationFor(readProfile)).toThrow('No token available')
  })
})
