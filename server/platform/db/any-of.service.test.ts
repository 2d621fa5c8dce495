import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { anyOf } from './any-of.ts'

let app: TestApp
let ids: number[]
const found = (these: readonly number[]) =>
  app.connection.db.selectFrom('brokers').select('id').where('id', '=', anyOf(these)).orderBy('id')

beforeAll(async () => {
  app = await createTestApp()
  const made = await app.connection.db
    .insertInto('brokers')
    .values([1, 2, 3].map((n) => ({ name: `Broker ${n}`, email: `broker.${n}@example.com` })))
    .returning('id')
    .execute()
  ids = made.map(({ id }) => id)
})
afterAll(() => app.close())

describe('any of these ids', () => {
  it('finds those that are named, also where none is', async () => {
    const [first = 0, , third = 0] = ids
    expect(await found([third, first, third, 2_000_000_000]).execute()).toEqual([
      { id: first },
      { id: third },
    ])
    expect(await found([]).execute()).toEqual([])
  })

  it('is the same statement whatever their number, so that it stays prepared', () => {
    const texts = [[], [1], [1, 2, 3]].map((these) => found(these).compile().sql)
    expect(new Set(texts).size).toBe(1)
  })
})
