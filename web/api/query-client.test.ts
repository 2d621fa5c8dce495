import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { makeQueryClient } from './query-client.ts'
import { sessionKey } from './session.ts'

function refusal(status: number): ApiError {
  return new ApiError({ status, code: status === 401 ? 'not_signed_in' : 'forbidden', message: 'No' })
}

async function sessionAfter(error: Error): Promise<boolean | undefined> {
  const client = makeQueryClient()
  client.setQueryData(sessionKey, { id: 1 })
  const queryFn = (): Promise<never> => Promise.reject(error)
  await client.fetchQuery({ queryKey: ['calls'], queryFn }).catch(() => undefined)
  return client.getQueryState(sessionKey)?.isInvalidated
}

describe('a read that fails', () => {
  // Covers: sign-sessions-12
  it('asks who is signed in again when the session has ended', async () => {
    expect(await sessionAfter(refusal(401))).toBe(true)
  })
  it('leaves the session alone otherwise', async () => {
    expect(await sessionAfter(refusal(403))).toBe(false)
  })
  // Covers: http-conventions-22
  it('is not tried again by itself', async () => {
    const client = makeQueryClient()
    let tries = 0
    const queryFn = (): Promise<never> => {
      tries += 1
      return Promise.reject(refusal(403))
    }
    await client.fetchQuery({ queryKey: ['brokers'], queryFn }).catch(() => undefined)
    expect(tries).toBe(1)
  })
})
