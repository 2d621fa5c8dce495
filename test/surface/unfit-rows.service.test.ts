import pino from 'pino'
import { expect, it } from 'vitest'
import { createTestApp } from '../test-app.ts'
import { asOwner } from '../test-db.ts'
import { staffClient, visitor } from '../worlds/client.ts'

// Covers: http-conventions-16
it('a row that a list cannot show is left out, logged and counted, and the others are shown', async () => {
  const lines: string[] = []
  const app = await createTestApp({ log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) })
  try {
    const admin = await staffClient(app, 'admin')
    for (const name of ['Mei Chen', 'Wei Li', 'Nia Lowe'])
      await admin.send('POST', '/api/brokers', {
        name,
        phone: '0491 570 156',
        email: `${name.slice(0, 3)}@example.com`,
      })
    const { pool } = app.connection
    // rows that the product never stores: a fault of a manual import, or of an older version
    await asOwner(
      app.databaseUrl,
      `do $$ declare name text; begin
      for name in select conname from pg_constraint where conrelid = 'brokers'::regclass and contype = 'c'
      loop execute format('alter table brokers drop constraint %I', name); end loop; end $$`,
    )
    const { rows } = await pool.query<{ id: number }>(
      `update brokers set region = 'Atlantis' where name = 'Wei Li' returning id`,
    )
    const answer = await admin.get('/api/brokers?sort=name')
    expect([answer.statusCode, answer.json<{ name: string }[]>().map(({ name }) => name)]).toEqual([
      200,
      ['Mei Chen', 'Nia Lowe'],
    ])
    const warning = lines.map((line) => JSON.parse(line)).find(({ route }) => route === '/api/brokers')
    expect(warning).toMatchObject({
      id: rows[0]?.id,
      faults: [expect.stringMatching(/^location: /), expect.anything()],
    })
    expect(JSON.stringify(warning)).not.toContain('Atlantis')
    const metrics = await visitor(app).get('/metrics')
    expect(metrics.body).toContain('list_items_left_out_total{route="/api/brokers"} 1')
  } finally {
    await app.close()
  }
})
