import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { Compressed, encodingFor } from './compressed.ts'

const text = '{"name":"Flex Home Loan"}'.repeat(100)

it.each(['best', 'fast'] as const)('is the same text in each encoding, with %s effort', async (effort) => {
  const body = new Compressed(Buffer.from(text), effort)
  const [br, gzip] = [await body.bytes('br'), await body.bytes('gzip')]
  expect(brotliDecompressSync(br).toString()).toBe(text)
  expect(gunzipSync(gzip).toString()).toBe(text)
  expect((await body.bytes('identity')).toString()).toBe(text)
  expect(Math.max(br.length, gzip.length)).toBeLessThan(text.length / 5)
})

it('is compressed once, for all who ask meanwhile and later', async () => {
  const body = new Compressed(Buffer.from(text), 'fast')
  expect(body.ready('br')).toBeUndefined()
  const [first, second] = await Promise.all([body.bytes('br'), body.bytes('br')])
  expect(second).toBe(first)
  expect(body.ready('br')).toBe(first)
})

it.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR;q=0, GZIP;q=0.5', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['zstd', 'identity'],
])('chooses for a browser that accepts %s: %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})
