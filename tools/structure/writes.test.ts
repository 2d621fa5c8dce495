import { describe, expect, it } from 'vitest'
import { checkWrites } from './writes.ts'

const SCHEMA = 'export interface DB {\n  bookings: Bookings;\n  callRecordings: CallRecordings;\n}\n'
const file = (path: string, text: string) => ({ path: `server/modules/${path}`, text })
const problems = (...files: { path: string; text: string }[]) => checkWrites(files, SCHEMA)

describe('writes of tables', () => {
  it('are allowed in stores of one module, and in tests', () => {
    expect(
      problems(
        file('bookings/store.ts', "db.insertInto('bookings')"),
        file('bookings/bdms.store.ts', 'sql`update bookings set note = null`'),
        file('bookings/book.ts', "db.selectFrom('bookings').forUpdate()"),
        file('calls/calls.service.test.ts', 'sql`delete from bookings`'),
      ),
    ).toEqual([])
  })

  it.each([
    ["db.updateTable('bookings')", 'bookings'],
    ['sql`insert into call_recordings (call_id) values (1)`', 'callRecordings'],
    ['sql`with gone as (delete from bookings where id = 1)`', 'bookings'],
  ])('in a command are a problem: %s', (text, table) => {
    expect(problems(file('bookings/book.ts', text))).toEqual([
      `server/modules/bookings/book.ts: writes ${table}; only a store (*.store.ts) of its owner writes a table`,
    ])
  })

  it('of two modules are a problem', () => {
    const stores = ['bookings', 'calls'].map((name) => file(`${name}/store.ts`, "db.deleteFrom('bookings')"))
    expect(problems(...stores)).toEqual([
      'server/modules/bookings and server/modules/calls write bookings: a table has one owner; use its commands or an event',
    ])
  })
})
