import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ApiError, messageOf, OFFLINE_WRITE_MESSAGE, offlineMessage } from './api-error.ts'
import { call, callOrNull, callPage, nextCursor, urlOf } from './call.ts'
import { concerns, keyOf } from './topics.ts'

const startCalls = endpoint('POST /api/campaigns/:id/start-calls', {
  tag: 'Test',
  summary: 'Starts',
  access: 'public',
  params: z.object({ id: z.number() }),
  returns: z.object({ callsInitiated: z.number() }),
})
const listBrokers = endpoint('GET /api/brokers', {
  tag: 'Test',
  summary: 'Lists',
  access: 'public',
  query: z.object({ q: z.string().optional(), limit: z.coerce.number().default(100) }),
  returns: z.array(z.object({ id: z.number() })),
})

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(text, { status, headers })))
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  // Covers: http-conventions-22
  it('fills the path in, sends cookies and the idempotency key', async () => {
    answer(200, { callsInitiated: 3 })
    const result = await call(startCalls, { params: { id: 7 }, idempotencyKey: 'k1' })
    expect(result).toEqual({ callsInitiated: 3 })
    expect(fetch).toHaveBeenCalledWith(
      '/api/campaigns/7/start-calls',
      expect.objectContaining({
        method: 'POST',
        credentials: 'include',
        headers: { Accept: 'application/json', 'Idempotency-Key': 'k1' },
      }),
    )
  })

  it('carries the message, fields and request id of the server', async () => {
    answer(400, { code: 'invalid', message: 'Check the form', requestId: 'r1', fields: { name: 'Required' } })
    const error = await failure(call(startCalls, { params: { id: 7 } }))
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Check the form',
      fields: { name: 'Required' },
      requestId: 'r1',
    })
    expect(messageOf(error, 'Failed to start calls')).toBe('Check the form')
  })

  // Covers: http-conventions-22
  it('says status and text where the body is not of this API, and hides pages of HTML', async () => {
    answer(502, 'upstream gone')
    expect((await failure(call(listBrokers))).message).toBe('502: upstream gone')
    answer(502, '{"message":"The upstream is gone."}')
    const worded = await failure(call(listBrokers))
    expect(worded.message).toBe('502: The upstream is gone.')
    expect(messageOf(worded, 'Failed to load')).toBe('The upstream is gone.')
    for (const text of ['{"message":5}', '[1]', '{broken', '']) {
      answer(502, text)
      const error = await failure(call(listBrokers))
      expect(error.message).toBe('502: The server gave no reason. Try again in a moment.')
      expect(messageOf(error, 'Failed to load')).toBe('Failed to load')
    }
    answer(502, '<html>Bad gateway</html>')
    const error = await failure(call(listBrokers))
    expect(error.message).not.toContain('<')
    expect(messageOf(error, 'Failed to load')).toBe('Failed to load')
  })

  it('reports a page of HTML in place of data', async () => {
    answer(200, '<!doctype html>')
    expect(await failure(call(listBrokers))).toMatchObject({ code: 'unreadable' })
  })

  it('says that nothing could be reached', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    expect(await failure(call(listBrokers))).toMatchObject({ status: 0, message: offlineMessage() })
  })

  // Covers: console-toasts-7
  it('says that nothing was saved only where the browser had no network to begin with', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    vi.stubGlobal('navigator', { onLine: false })
    const start = () => failure(call(startCalls, { params: { id: 1 } }))
    expect(await start()).toMatchObject({ status: 0, message: OFFLINE_WRITE_MESSAGE })
    expect(await failure(call(listBrokers))).toMatchObject({ message: offlineMessage() })
    vi.stubGlobal('navigator', { onLine: true })
    // it may have arrived all the same
    expect(await start()).toMatchObject({ message: offlineMessage() })
  })

  // Covers: http-conventions-22
  it('takes nobody signed in as an answer only where asked to', async () => {
    const body = { code: 'not_signed_in', message: 'Sign in first', requestId: 'r2' }
    answer(401, body)
    expect(await callOrNull(listBrokers)).toBeNull()
    answer(401, body)
    expect((await failure(call(listBrokers))).status).toBe(401)
  })
})

describe('callPage', () => {
  it('reads total and next cursor from the headers', async () => {
    answer(200, [{ id: 1 }], {
      'X-Total-Count': '1204',
      Link: '</api/brokers?limit=1&cursor=abc%3D>; rel="next"',
    })
    expect(await callPage(listBrokers, { query: { limit: 1 } })).toEqual({
      items: [{ id: 1 }],
      total: 1204,
      next: 'abc=',
    })
  })
  it('leaves the total open beyond what is counted', async () => {
    answer(200, [], { 'X-Total-Count': '1000+' })
    expect(await callPage(listBrokers)).toEqual({ items: [], total: { moreThan: 1000 }, next: null })
  })
})

describe('addresses and keys', () => {
  it('leaves empty query values out and encodes the rest', () => {
    expect(urlOf(listBrokers, undefined, { q: 'Ng & Co', region: '', limit: undefined })).toBe(
      '/api/brokers?q=Ng+%26+Co',
    )
    expect(() => urlOf(startCalls, {})).toThrow('needs id')
  })
  it('takes only rel next', () => {
    expect(nextCursor('</a?cursor=p>; rel="prev", </a?cursor=n>; rel="next"')).toBe('n')
    expect(nextCursor('</a?cursor=p>; rel="prev"')).toBeNull()
    expect(nextCursor(null)).toBeNull()
  })
  it('begins every key with the topic', () => {
    expect(keyOf(startCalls, { id: 7 })).toEqual(['campaigns', '/api/campaigns/:id/start-calls', { id: 7 }])
  })
  it('knows which answers a topic concerns', () => {
    const key = keyOf({ ...listBrokers, path: '/api/brokers/imports/:id' }, { id: 1 })
    expect([concerns(key, 'brokers'), concerns(key, 'imports'), concerns(key, 'calls')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
