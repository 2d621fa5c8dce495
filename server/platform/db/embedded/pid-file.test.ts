import { expect, test } from 'vitest'
import { isPostmasterOf, parsePidFile } from './pid-file.ts'

test('reads what PostgreSQL says about itself', () => {
  const text =
    '4711\n/data/postgres/data\n1795676400\n40123\n/data/postgres\n127.0.0.1\n   123456    789\nready   \n'
  expect(parsePidFile(text)).toEqual({
    pid: 4711,
    data: '/data/postgres/data',
    port: 40_123,
    socketFolder: '/data/postgres',
    status: 'ready',
  })
})

test('a file that is still being written has no status, an empty one says nothing', () => {
  expect(parsePidFile('4711\n/data\n1795676400\n40123\n\n')?.status).toBe('')
  expect(parsePidFile('')).toBeUndefined()
})

test('this process is no PostgreSQL', async () => {
  expect(await isPostmasterOf('/nowhere', process.pid)).toBe(false)
})
