import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { plainAsicNumber, plainAsicNumberOf } from './asic-number.rules.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each([
  ...['412345', '000412345', 'CRN 412 345', '990-001', 'N/A', '', "'412345", 'Rep. 412345', '412345/2'],
  ...['412345.0', '412345.00', '412345.', '412345,0', '412,345', ' 412345.0 ', "'412345.0"],
  ...['4.12E+05', '4E5', '4,12E+05', '412345.5', '412.345', '41.2E+04'],
])('%j is the same number in SQL', async (text) => {
  const { rows } = await sql<{
    plain: string
  }>`select ${plainAsicNumberOf(sql`${text}::text`)} as plain`.execute(app.connection.db)
  expect(rows[0]?.plain).toBe(plainAsicNumber(text))
})
