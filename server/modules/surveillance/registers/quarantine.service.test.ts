import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { lookForTasks } from '#server/modules/tasks/look.job.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedOrganisation, bannedPerson } from '#test/worlds/register-rows.ts'
import { finishChecks, sendRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let compliance: Client
let admin: Client
let now = new Date('2026-11-17T02:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  compliance = await staffClient(app, 'compliance')
  admin = await staffClient(app, 'admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-17T02:00:00Z')
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from messages; delete from brokers; delete from runs; delete from register_entries; delete from register_snapshots',
  )
})

const persons = Array.from({ length: 60 }, (_, at) =>
  bannedPerson(`#0990001${at + 10}`, `OKAFOR, JARRAH ${'ABCDEFGH'[at % 8]}`),
)
const isla = (cells: RegisterCells = {}) => bannedPerson('#099000201', 'FRASER, ISLA', cells)
const send = async (rows: readonly RegisterCells[]) => {
  const answer = await sendRegister(compliance, 'banned_persons', registerFile('banned_persons', rows))
  expect(answer.statusCode, answer.body).toBe(200)
  await finishChecks(app)
  return answer.json()
}
const nextWeek = () => {
  now = new Date(now.getTime() + 7 * 86_400_000)
}
const quarantine = async () =>
  (await compliance.get('/api/surveillance/registers/banned_persons/quarantine')).json()
const listed = async () => (await compliance.get('/api/surveillance/registers')).json()[0]
const tasks = async (state = 'open') =>
  (await compliance.get(`/api/tasks?kind=register_unreadable&state=${state}`)).json()
const mails = async (): Promise<string[]> => {
  const rows = await app.connection.db
    .selectFrom('messages')
    .select('subject')
    .where('template', '=', 'staff_report')
    .orderBy('id')
    .execute()
  // one for each of the two people who handle it
  return rows.flatMap(({ subject }, at) => (at % 2 === 0 && subject ? [subject] : []))
}
const addBroker = async (name: string): Promise<number> => {
  const broker = { name, phone: '(02) 5550 1234', email: 'isla@example.com', region: 'NSW' }
  const answer = await admin.send('POST', '/api/brokers', broker)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}

describe('a file as ASIC publishes it', () => {
  // Covers: surveillance-2
  it('with "Permanent banning" for an end is read whole: the ban has no end', async () => {
    const rows = [
      bannedOrganisation('990000014', 'IRONBARK LENDING PTY LTD', { BD_ORG_END_DT: 'Permanent banning' }),
      ...Array.from({ length: 15 }, (_, at) =>
        bannedOrganisation('', `TIDEWATER ${'ABCDEFGHIJKLMNO'[at]} PTY LTD`),
      ),
    ]
    const answer = await sendRegister(
      compliance,
      'banned_organisations',
      registerFile('banned_organisations', rows),
    )
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { rows: 16, added: 16, quarantined: 0 }])
    const ended = await app.connection.db
      .selectFrom('registerEntries')
      .select('id')
      .where('endedOn', 'is not', null)
      .execute()
    expect(ended).toEqual([])
  })

  it('with one unreadable cell among sixteen rows imports the other fifteen', async () => {
    const rows = persons.slice(0, 15)
    expect(await send([...rows, isla({ BD_PER_END_DT: 'see order' })])).toMatchObject({
      rows: 16,
      added: 15,
      quarantined: 1,
      kept: 0,
    })
  })
})

describe('an unreadable row', () => {
  // Covers: surveillance-4
  it('is kept with its text, counted and listed, and reported once for the snapshot', async () => {
    await send([...persons.slice(0, 50), ...persons.slice(50), isla({ BD_PER_END_DT: 'see order' })])
    expect(await listed()).toMatchObject({ rows: 61, quarantined: 1, kept: 0, vanished: 0 })
    expect(await quarantine()).toMatchObject([
      {
        state: 'unreadable',
        line: 62,
        text: expect.stringContaining('"FRASER, ISLA"'),
        reason: 'BD_PER_END_DT is "see order", which is no day',
        number: '#099000201',
        name: 'FRASER, ISLA',
        inForceFrom: null,
        snapshotDate: '2026-11-17',
      },
    ])
    expect(await tasks()).toMatchObject([
      { details: 'Banned and disqualified persons of 17 November 2026: 1 row cannot be read.' },
    ])
    expect(await mails()).toEqual(['Banned and disqualified persons: 1 row cannot be read'])
  })

  // Covers: surveillance-4
  it('keeps the state in which it was read last, marked with the day of that snapshot', async () => {
    await send([...persons, isla()])
    const id = await addBroker('Isla Fraser')
    nextWeek()
    const broken = isla({ BD_PER_END_DT: '??/??/2031' })
    expect(await send([...persons, broken])).toMatchObject({ removed: 0, quarantined: 1, kept: 1 })
    nextWeek()
    expect(await send([...persons, broken])).toMatchObject({ removed: 0, quarantined: 1, kept: 1 })
    expect(await quarantine()).toMatchObject([{ inForceFrom: '2026-11-17', snapshotDate: '2026-12-01' }])
    const checked = await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, {
      checkType: 'asic_banned',
    })
    expect(checked.json()).toMatchObject({
      result: 'flagged',
      riskScore: 95,
      snapshots: { banned_persons: '2026-12-01' },
      findings: [{ rows: [{ name: 'FRASER, ISLA', snapshotDate: '2026-12-01', readOn: '2026-11-17' }] }],
    })
  })

  // Covers: surveillance-4
  it.each<[string, RegisterCells]>([
    ['begin', { BD_PER_START_DT: 'unknowable' }],
    ['name', { BD_PER_NAME: '#REF!' }],
    ['document number and end', { BD_PER_DOC_NUM: '', BD_PER_END_DT: '31/02/2031' }],
  ])('is recognised where its %s is what cannot be read', async (_what, cells) => {
    await send([...persons, isla()])
    nextWeek()
    expect(await send([...persons, isla(cells)])).toMatchObject({ removed: 0, kept: 1 })
  })

  // Covers: surveillance-4
  it('that can be read again is an ordinary row, and its task ends', async () => {
    await send([...persons, isla()])
    nextWeek()
    await send([...persons, isla({ BD_PER_END_DT: 'soon' })])
    nextWeek()
    expect(await send([...persons, isla({ BD_PER_END_DT: '12/03/2031' })])).toMatchObject({
      changed: 1,
      quarantined: 0,
      kept: 0,
    })
    await lookForTasks(app.ctx())
    expect([await quarantine(), await tasks(), (await tasks('ended')).length]).toEqual([[], [], 1])
  })

  // Covers: surveillance-4
  it('that disappears from the file is reported, with its text', async () => {
    await send([...persons, isla({ BD_PER_END_DT: 'soon' })])
    nextWeek()
    await send(persons)
    expect(await listed()).toMatchObject({ quarantined: 0, vanished: 1 })
    expect(await quarantine()).toMatchObject([{ state: 'vanished', name: 'FRASER, ISLA', line: 62 }])
    expect((await tasks()).map(({ details }: { details: string }) => details)).toContain(
      'Banned and disqualified persons of 24 November 2026: 1 unreadable row has disappeared.',
    )
    expect(await mails()).toEqual([
      'Banned and disqualified persons: 1 row cannot be read',
      'Banned and disqualified persons: 1 unreadable row has disappeared',
    ])
    nextWeek()
    await send(persons)
    expect(await quarantine()).toEqual([])
  })
})
