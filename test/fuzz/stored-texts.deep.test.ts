import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveSms } from '#server/modules/messages/receive-sms.ts'
import { readFeedNow } from '#server/modules/surveillance/mentions/read-feeds.ts'
import { type Random, seeded } from '#server/platform/random.ts'
import { type Client, staffClient } from '../worlds/client.ts'
import { LOAN_HEADER } from '../worlds/scoring-world.ts'
import { uploadForm } from '../worlds/upload-form.ts'
import { createVapiWorld, type VapiWorld } from '../worlds/vapi-world.ts'

const SEED = 20_261_128
/** Around these lengths the readers cut. */
const CUTS = [60, 80, 200, 300, 500, 1000, 1600, 2000, 4000]
const PIECES = [
  ...['😀', '👨‍👩‍👧‍👦', '🇦🇺', '👩🏽‍💼', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '𝒜', '𠮷', '🧑🏾‍🤝‍🧑🏻', '1️⃣'],
  ...[
    'e\u0301',
    'a\u0308\u0323',
    'ớ',
    'ශ්\u200dරී',
    'नि',
    'ก็',
    'が',
    '한',
    'ß',
    '’',
    '\u00a0',
    '\u202e',
    '\u200b',
    'x',
    ' ',
  ],
]

let world: VapiWorld
let admin: Client
let random: Random
let inputs = 0
beforeAll(async () => {
  world = await createVapiWorld()
  admin = await staffClient(world.app, 'admin')
  random = seeded(SEED)
})
afterAll(() => world?.close())

/** Plain letters up to shortly before a cut, then pieces that must not be halved. */
function text(longest = 5000): string {
  inputs += 1
  const cut = random.pick(CUTS.filter((length) => length <= longest))
  const start = 'abcde fghi '.repeat(400).slice(0, Math.max(0, cut - random.below(14)))
  return start + Array.from({ length: 12 }, () => random.pick(PIECES)).join('')
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** Columns of the database with a text that was cut inside a character. */
async function halves(): Promise<string[]> {
  const { db } = world.app.connection
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'json', 'jsonb', 'ARRAY')`.execute(db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{
      value: string
    }>`select ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${'\ufffd|\\\\u[dD][89abAB]'} limit 1`.execute(db)
    if (rows[0]) found.push(`${table}.${column}: ${rows[0].value.slice(0, 300)}`)
  }
  return found
}

describe('texts with emoji, marks and scripts of all kinds', () => {
  // Covers: analytics-figures-28
  it('are stored whole or cut between characters by every reader and command', async () => {
    await importBrokers()
    await importLoans()
    await readNews()
    await receiveMessages()
    await hearCalls()
    await sendForms()
    expect(inputs).toBeGreaterThanOrEqual(10_000)
    expect(await halves()).toEqual([])
  }, 180_000)

  // Covers: analytics-figures-28
  it('that are half a character are refused in forms and replaced in what vendors send, and no request fails', async () => {
    const lone = 'Mei \ud83d Chen'
    const answer = await admin.send('POST', '/api/brokers', {
      name: lone,
      phone: '0491 570 156',
      email: 'mei@example.com',
    })
    expect(answer.statusCode).toBe(400)
    const { callId, providerCallId } = await world.dial('+61491570201')
    await world.vapi.settled()
    const report = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      ...heardIn(providerCallId, lone),
    }
    expect((await world.post(report, { call: callId })).status).toBe(200)
    await receiveSms(world.app.ctx(), sms('Stop \udc00 that', 9999))
  })
})

async function importBrokers(): Promise<void> {
  const rows = many(1200, (at) =>
    [
      cell(text()),
      cell(text()),
      `0491 570 ${String(at % 1000).padStart(3, '0')}`,
      cell(text()),
      cell(text()),
    ].join(','),
  )
  const file = ['Name,Company,Phone,Email,Aggregator', ...rows].join('\r\n')
  const preview = await admin.send(
    'POST',
    '/api/brokers/imports',
    undefined,
    uploadForm(file, { filename: `${text(60)}.csv` }),
  )
  expect(preview.statusCode, preview.body).toBe(201)
}

async function importLoans(): Promise<void> {
  const rows = many(700, () =>
    many(6, () => cell(text()))
      .concat(['70', '760', '0', '0'])
      .join(','),
  )
  const answer = await admin.send(
    'POST',
    '/api/scoring/imports',
    undefined,
    uploadForm([LOAN_HEADER, ...rows].join('\n'), { filename: 'loans.csv' }),
  )
  expect(answer.statusCode, answer.body).toBeLessThan(500)
}

async function readNews(): Promise<void> {
  const items = many(
    300,
    (at) => `<item><guid>${at}</guid><link>https://news.example/${at}</link>
      <title><![CDATA[${text()}]]></title><description><![CDATA[${text()}]]></description></item>`,
  )
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/rss+xml; charset=utf-8')
    response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>${text()}</title>${items.join('')}</channel></rss>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  try {
    const added = await admin.send('POST', '/api/surveillance/feeds', {
      name: 'News',
      url: `http://127.0.0.1:${port}/feed`,
    })
    expect(added.statusCode, added.body).toBeLessThan(300)
    const { id } = await world.db.selectFrom('newsFeeds').select('id').executeTakeFirstOrThrow()
    await readFeedNow(world.app.ctx(), id)
  } finally {
    server.close()
  }
  const { count } = await world.db
    .selectFrom('newsItems')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(200)
}

const sms = (body: string, at: number) => ({
  ...{ provider: 'twilio' as const, ref: `SM${at}`, from: '+61491570156', to: '+61491570501', body },
  ...{ optedOut: false, at: new Date() },
})

async function receiveMessages(): Promise<void> {
  for (let at = 0; at < 150; at++) await receiveSms(world.app.ctx(), sms(text(), at))
}

function heardIn(id: string, said: string) {
  const at = new Date().toISOString()
  return {
    call: { id, startedAt: at, endedAt: at },
    startedAt: at,
    endedAt: at,
    analysis: { summary: said },
    artifact: {
      messages: many(10, (time) => ({
        role: time % 2 ? 'user' : 'bot',
        message: said,
        secondsFromStart: time,
      })),
    },
  }
}

async function hearCalls(): Promise<void> {
  for (let at = 0; at < 8; at++) {
    const { callId, providerCallId } = await world.dial(`+614915702${at + 1}1`)
    await world.vapi.settled()
    const report = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      ...heardIn(providerCallId, text()),
    }
    expect((await world.post(report, { call: callId })).status).toBe(200)
  }
}

async function sendForms(): Promise<void> {
  for (let at = 0; at < 120; at++) {
    const broker = {
      name: text(200),
      company: text(200),
      phone: '(02) 5550 1234',
      email: `form.${at}@example.com`,
    }
    const answer = await admin.send('POST', '/api/brokers', broker)
    // some are longer than their field
    expect([201, 400, 409], answer.body).toContain(answer.statusCode)
  }
}
