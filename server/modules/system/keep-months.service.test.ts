import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { keepMonths } from './keep-months.ts'

let app: TestApp
let admin: Client
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  app = await createTestApp({ now: () => new Date('2026-11-05T12:00:00+11:00'), log })
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

describe('months kept apart', () => {
  // Covers: running-15
  it('are told in Settings and the log where a row has none and gets none', async () => {
    const databaseService = async () => {
      const { services } = (await admin.get('/api/system')).json()
      return services.find(({ name }: { name: string }) => name === 'Database')
    }
    expect(await databaseService()).toMatchObject({ status: 'ok' })
    await sql`insert into call_decisions (verdict, reasons, facts, rules_version, data_versions, judged_at, decided_at)
      values ('never', '[]', '{}', '3', '{}', now(), '2071-01-01')`.execute(app.connection.db)
    await keepMonths(app.ctx())
    const detail = expect.stringMatching(/^1 call event or decision is in no month’s partition\./)
    expect(await databaseService()).toEqual({ name: 'Database', status: 'attention', detail })
    expect(lines).toEqual([detail])
  })
})
