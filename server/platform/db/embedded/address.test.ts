import { expect, test } from 'vitest'
import { addressOf, socketDirectories } from './address.ts'

const running = { pid: 4711, data: '/data/postgres/data', port: 40_123, status: 'ready' }

test('names the socket where there is one, else the loopback address', () => {
  const user = { user: 'brokerline', password: 'a/b' }
  expect(addressOf({ ...running, socketFolder: '/my data/postgres' }, user)).toBe(
    'postgres://brokerline:a%2Fb@%2Fmy%20data%2Fpostgres:40123/brokerline',
  )
  expect(addressOf({ ...running, socketFolder: '' }, { ...user, database: 'postgres' })).toBe(
    'postgres://brokerline:a%2Fb@127.0.0.1:40123/postgres',
  )
})

test('asks for a socket only where its path is short enough', () => {
  expect(socketDirectories('/data, "mine"/postgres')).toBe('"/data, ""mine""/postgres"')
  expect(socketDirectories(`/${'a'.repeat(87)}`)).not.toBe('')
  expect(socketDirectories(`/${'a'.repeat(88)}`)).toBe('')
  // counted in bytes, as the system does
  expect(socketDirectories(`/${'ä'.repeat(44)}`)).toBe('')
})
