import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readTrustProxy } from './proxy.ts'

describe('TRUST_PROXY', () => {
  // Covers: http-conventions-21
  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', false],
    ['true', true],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, ::1, loopback', ['10.0.0.0/8', '::1', 'loopback']],
  ])('%j is %j', (TRUST_PROXY, expected) => {
    expect(readTrustProxy({ TRUST_PROXY })).toEqual(expected)
  })

  // Covers: http-conventions-21
  it.each([
    'yes',
    '11',
    '-1',
    '1.5',
    '10.0.0',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.1,',
    'proxy.example',
    '1, 2',
  ])('%j stops the start and says what it should be', (TRUST_PROXY) => {
    expect(() => readTrustProxy({ TRUST_PROXY })).toThrow(
      /^TRUST_PROXY is wrong: it should be true, false, the number of proxies/,
    )
  })

  // Covers: http-conventions-21
  it.each([
    ['false', '127.0.0.1'],
    ['1', '198.51.100.1'],
    ['2', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1'],
    ['true', '192.0.2.66'],
  ])('%j takes the visitor from the header that the proxies have written', async (TRUST_PROXY, visitor) => {
    const server = Fastify({ trustProxy: readTrustProxy({ TRUST_PROXY }) })
    server.get('/', async ({ ip }) => ip)
    // what the visitor made up stands first, what the nearest proxy has seen stands last
    const headers = { 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 198.51.100.1' }
    expect((await server.inject({ url: '/', headers })).body).toBe(visitor)
    await server.close()
  })
})
