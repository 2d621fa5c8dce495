import { expect, it } from 'vitest'
import { checkMigrations } from './migrations.ts'

const first = { name: '0001_brokers.sql', checksum: '1f' }
const second = { name: '0002_calls.sql', checksum: '2f' }
const list = '1f  0001_brokers.sql\n'

it('a migration with the checksum that was written down stands', () => {
  expect(checkMigrations([first], list)).toEqual([])
})

it('one that was changed afterwards is told', () => {
  expect(checkMigrations([{ ...first, checksum: '3f' }], list)).toEqual([
    expect.stringMatching(/^server\/migrations\/0001_brokers\.sql: was changed, .* into a new migration$/),
  ])
})

it('a new one is asked for its line, with which it stands', () => {
  const [problem = ''] = checkMigrations([first, second], list)
  expect(problem).toMatch(/^server\/migrations\/0002_calls\.sql: has no line in .*checksums\.txt/)
  const line = problem.slice(problem.indexOf('add: ') + 'add: '.length)
  expect(checkMigrations([first, second], `${list}${line}\n`)).toEqual([])
})

it('one that was taken away is told', () => {
  expect(checkMigrations([], list)).toEqual([expect.stringContaining('0001_brokers.sql: is gone')])
})
