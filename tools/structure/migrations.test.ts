import { expect, it } from 'vitest'
import { checkMigrations } from './migrations.ts'

const first = { path: 'server/migrations/0001_brokers.sql', text: 'create table brokers ();\n' }
// printf 'create table brokers ();\n' | sha256sum
const list = '2586ffc180efb15ab90778f188ab90d1ae23c06c7dadac011b634278b7825769  0001_brokers.sql\n'

it('a migration with the checksum that was written down stands', () => {
  expect(checkMigrations([first], list)).toEqual([])
})

it.each([
  ['another word', { ...first, text: 'create table Brokers ();\n' }],
  ['another ending of its lines', { ...first, text: 'create table brokers ();\r\n' }],
])('one that was changed afterwards is told: %s', (_name, changed) => {
  expect(checkMigrations([changed], list)).toEqual([
    expect.stringMatching(/^server\/migrations\/0001_brokers\.sql: was changed, .* into a new migration$/),
  ])
})

it('a new one is asked for its line, with which it stands', () => {
  const second = { path: 'server/migrations/0002_calls.sql', text: 'create table calls ();\n' }
  const [problem = ''] = checkMigrations([first, second], list)
  expect(problem).toMatch(/^server\/migrations\/0002_calls\.sql: has no line in .*checksums\.txt/)
  const line = problem.slice(problem.indexOf('add: ') + 'add: '.length)
  expect(checkMigrations([first, second], `${list}${line}\n`)).toEqual([])
})

it('one that was taken away is told', () => {
  expect(checkMigrations([], list)).toEqual([expect.stringContaining('0001_brokers.sql is gone')])
})
