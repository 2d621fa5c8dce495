import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSendReset } from '#server/modules/accounts/passwords.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { applicant } from '../worlds/application-forms.ts'
import { addBdm, SUNDAY, someone } from '../worlds/bookings-world.ts'
import { type Client, PASSWORD, staffClient, visitor } from '../worlds/client.ts'
import { partsForm } from '../worlds/portal-brokers.ts'
import { addStaff } from '../worlds/sign-in.ts'

/** As pasted from a mail: with a zero-width space, a right-to-left override, a no-break space and a line break. */
const pasted = (text: string): string => `\u200b\u202e${text.replace(' ', '\u00a0')}\u202c\u200d\r\n`

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  admin = await staffClient(app, 'admin')
  await addBdm(app)
})
afterAll(() => app?.close())

const status = async (client: Client, method: 'POST' | 'PATCH', path: string, body: object) => {
  const answer = await client.send(method, path, body)
  return `${answer.statusCode}${answer.statusCode < 300 ? '' : ` ${answer.body}`}`
}

describe.each([
  'smith&jones',
  "o'brien",
  'dana+loans=2026',
  'sales!',
  '{team}/no.1',
])('an address with the local part %s', (local) => {
  const address = (use: string) => `${local}.${use}@example.com`

  // Covers: analytics-figures-25
  it('signs in, in capitals and as pasted, and has its password reset', async () => {
    const email = address('staff')
    await addStaff(app, email)
    for (const typed of [email, email.toUpperCase(), pasted(email)])
      expect(await status(visitor(app), 'POST', '/api/login', { email: typed, password: PASSWORD })).toBe(
        '200',
      )
    const wrong = { email, password: 'wrong-Horse-1' }
    expect(await status(visitor(app), 'POST', '/api/login', wrong)).toMatch(/^401/)
    expect(await status(visitor(app), 'POST', '/api/forgot-password', { email: pasted(email) })).toBe('200')
    await runSendReset(app.ctx(), { email, audience: 'staff' })
    const mail = await app.connection.db
      .selectFrom('messages')
      .select(['body'])
      .where('recipient', '=', email)
      .where('template', '=', 'reset_password')
      .executeTakeFirstOrThrow()
    const token = /(?:token|reset)=(\w+)/.exec(mail.body)?.[1]
    const reset = { token, newPassword: 'quite-Another-1' }
    expect(await status(visitor(app), 'POST', '/api/reset-password', reset)).toBe('200')
    expect(await status(visitor(app), 'POST', '/api/login', { email, password: 'quite-Another-1' })).toBe(
      '200',
    )
  })

  it('registers for the portal and signs in there', async () => {
    const email = address('portal')
    const person = { name: 'Petra Quill', email: pasted(email), phone: '0491 570 156', password: PASSWORD }
    expect(await status(visitor(app), 'POST', '/api/broker/register', person)).toBe('201')
    const { body } = await app.connection.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    const token = /verify\?token=(\S+)/.exec(body)?.[1]
    expect(await status(visitor(app), 'POST', '/api/broker/verify', { token, password: PASSWORD })).toBe(
      '200',
    )
    const pair = { email: pasted(email), password: PASSWORD }
    expect(await status(visitor(app), 'POST', '/api/broker/login', pair)).toBe('200')
  })

  // Covers: analytics-figures-25
  it('is taken for a broker, a BDM, a colleague, a booking and an application', async () => {
    const broker = { name: 'Wei Li', phone: '(02) 5550 1234', email: address('broker') }
    expect(await status(admin, 'POST', '/api/brokers', broker)).toBe('201')
    expect(await status(admin, 'POST', '/api/bdms', { name: 'Sam Lee', email: address('bdm') })).toBe('201')
    const member = { email: address('member'), firstName: 'Ines', lastName: 'Novak', role: 'viewer' }
    expect(await status(admin, 'POST', '/api/users', member)).toBe('201')
    const booking = someone({ email: address('booking'), scheduledDate: nextFree() })
    expect(await status(visitor(app), 'POST', '/api/bookings', booking)).toBe('201')
    const form = partsForm(Object.entries({ ...applicant, email: address('applicant') }))
    const draft = await visitor(app).send('POST', '/api/accreditations/drafts', undefined, form)
    expect(draft.statusCode, draft.body).toBeLessThan(300)
  })
})

let booked = 0
/** A time of that week that no other test books. */
function nextFree(): string {
  booked += 1
  return `2026-11-${24 + (booked % 3)}T${['09', '10', '11'][Math.floor(booked / 3)]}:00:00+11:00`
}

describe('what is pasted with characters that do not show', () => {
  const HIDDEN =
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00a0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]'

  // Covers: analytics-figures-25
  it('is stored without them, in every text of one line, and reaches neither activities nor mails', async () => {
    const name = pasted('Wei Li')
    const made = await admin.send('POST', '/api/brokers', {
      ...{ name, company: pasted('Harbour Finance'), phone: pasted('(02) 5550 1299') },
      ...{
        email: pasted('wei.pasted@example.com'),
        aggregator: pasted('Sample Group'),
        asicNumber: pasted('990 777'),
      },
    })
    expect(made.json()).toMatchObject({
      ...{
        name: 'Wei Li',
        company: 'Harbour Finance',
        email: 'wei.pasted@example.com',
        aggregator: 'Sample Group',
      },
    })
    await admin.send('POST', '/api/campaigns', {
      ...{
        name: pasted('Spring Rate'),
        product: pasted('Flex Loan'),
        callScript: 'Hello\u202e {{firstName}}\r\nBye',
      },
    })
    await admin.send('PATCH', '/api/organisation', { legalName: pasted('Lumen Lending') })
    await visitor(app).send('POST', '/api/bookings', {
      ...someone({
        name: pasted('Vic Visitor'),
        agenda: 'One\u202e two\r\nthree',
        scheduledDate: nextFree(),
      }),
    })
    const found = await textsWith(HIDDEN)
    expect(found).toEqual([])
    const scripts = await app.connection.db.selectFrom('campaigns').select(['name', 'callScript']).execute()
    expect(scripts).toContainEqual({ name: 'Spring Rate', callScript: 'Hello {{firstName}}\nBye' })
    const { agenda } = await app.connection.db
      .selectFrom('bookings')
      .select('agenda')
      .where('agenda', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(agenda).toBe('One two\nthree')
  })

  // Covers: analytics-figures-25
  it('keeps passwords as they are typed', async () => {
    const email = 'pat.quinn@example.com'
    await addStaff(app, email)
    const typed = { email, password: `${PASSWORD}\u00a0` }
    expect(await status(visitor(app), 'POST', '/api/login', typed)).toMatch(/^401/)
  })
})

/** Columns of the whole database that hold a text with such a character. */
async function textsWith(pattern: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      -- the bodies of mails are laid out with such characters by ourselves
      and not (c.table_name = 'messages' and c.column_name in ('html', 'body'))`.execute(app.connection.db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{
      value: string
    }>`select ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${pattern} limit 1`.execute(app.connection.db)
    if (rows[0]) found.push(`${table}.${column}: ${JSON.stringify(rows[0].value).slice(0, 200)}`)
  }
  return found
}
