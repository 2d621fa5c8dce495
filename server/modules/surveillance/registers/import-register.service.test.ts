import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Register } from '#contract/surveillance/registers.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { lookForTasks } from '#server/modules/tasks/look.job.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedOrganisation, bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { sendRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let compliance: Client
let now = new Date('2026-11-23T02:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-23T02:00:00Z')
  await asOwner(app.databaseUrl, 'delete from register_entries; delete from register_snapshots')
})

const send = (register: Register, rows: readonly RegisterCells[], fields: Record<string, string> = {}) =>
  sendRegister(compliance, register, registerFile(register, rows), fields)
const reps = (count: number, cells: RegisterCells = {}) =>
  Array.from({ length: count }, (_, at) => representative(`99${1000 + at}`, `FRASER, ISLA ${at}`, cells))
const current = async () =>
  app.connection.db
    .selectFrom('registerEntries')
    .selectAll()
    .where('untilSnapshotId', 'is', null)
    .orderBy('id')
    .execute()

describe('a file of ASIC', () => {
  // Covers: surveillance-1
  test.each<[Register, RegisterCells, object]>([
    [
      'banned_persons',
      bannedPerson('#099000001', 'OKAFOR,  JARRAH\u00a0LEE', { BD_PER_ADD_PCODE: '2150', BD_PER_END_DT: '' }),
      {
        number: '#099000001',
        name: 'OKAFOR, JARRAH LEE',
        kind: 'person',
        startedOn: '2024-03-12',
        endedOn: null,
        postcode: '2150',
      },
    ],
    [
      'banned_organisations',
      bannedOrganisation('990 000 014', 'IRONBARK\u00a0LENDING PTY LTD', { BD_ORG_COMMENT: 'He said "no"' }),
      { number: '990000014', acn: '990000014', name: 'IRONBARK LENDING PTY LTD', kind: 'company' },
    ],
    [
      'credit_representatives',
      representative('000990123', 'FRASER, ISLA', {
        CRED_REP_ABN_ACN: '23990000014',
        CRED_REP_CROSS_ENDORSE: '990002~990003',
      }),
      {
        number: '990123',
        licence: '990001',
        kind: 'person',
        abn: '23990000014',
        acn: '990000014',
        scheme: 'AFCA',
      },
    ],
    [
      'credit_licensees',
      licensee('990001', 'SUMMIT FINANCE PTY LTD', {
        CRED_LIC_STATUS: 'SUSP',
        CRED_LIC_BN: 'Summit~Summit Loans',
      }),
      { number: '990001', status: 'SUSP', kind: 'company', startedOn: '2011-07-01' },
    ],
  ])('of %s is imported as it is published', async (register, row, stored) => {
    const answer = await send(register, [row])
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        snapshotDate: '2026-11-23',
        rows: 1,
        added: 1,
        changed: 0,
        moved: 0,
        removed: 0,
        quarantined: 0,
        kept: 0,
      },
    ])
    const [entry] = await app.connection.db
      .selectFrom('registerEntries')
      .selectAll()
      .select((eb) => [
        eb.cast<string>('startedOn', 'text').as('startedOn'),
        eb.cast<string>('endedOn', 'text').as('endedOn'),
      ])
      .execute()
    expect(entry).toMatchObject(stored)
  })

  // Covers: surveillance-1
  it('may come without its mark, with CRLF, in Windows-1252, and with rows that say the same twice', async () => {
    const text = registerFile('credit_representatives', [
      representative('990001', 'GARCÍA, JOSÉ'),
      representative('990001', 'GARCÍA, JOSÉ'),
    ]).toString('utf8')
    const bytes = Buffer.from(text.slice(1).replaceAll('\n', '\r\n'), 'latin1')
    const answer = await sendRegister(compliance, 'credit_representatives', bytes)
    expect(answer.json()).toMatchObject({ rows: 2, added: 2 })
    expect((await current()).map(({ name }) => name)).toEqual(['GARCÍA, JOSÉ', 'GARCÍA, JOSÉ'])
  })

  // Covers: surveillance-7
  it('becomes a version of its own: what stays costs nothing, what changed keeps what it said before', async () => {
    await send('credit_representatives', reps(4))
    now = new Date('2026-11-30T02:00:00Z')
    const [first = {}, second = {}, third = {}] = reps(4)
    const answer = await send('credit_representatives', [
      first,
      { ...second, CRED_REP_END_DT: '03/11/2026' },
      { ...third, CRED_REP_STATE: 'VIC' },
      representative('995000', 'KELLY, DARCY', { CRED_REP_STATE: 'QLD' }),
    ])
    expect(answer.json()).toMatchObject({ rows: 4, added: 1, changed: 2, removed: 1 })
    expect(await app.connection.db.selectFrom('registerEntries').select('id').execute()).toHaveLength(7)
    const changes = await compliance.get('/api/surveillance/registers/credit_representatives/changes')
    expect(changes.statusCode, changes.body).toBe(200)
    expect(changes.headers['x-total-count']).toBe('4')
    expect(changes.json().map(({ text }: { text: string }) => text)).toEqual([
      'Credit representative 991003, FRASER, ISLA 3, is no longer listed.',
      'Credit representative 991001, FRASER, ISLA 1, ended on 3 November 2026.',
      'Credit representative 991002, FRASER, ISLA 2: state NSW became VIC.',
      'Credit representative 995000, KELLY, DARCY, is new, from 1 July 2020.',
    ])
    const of = async (query: string) =>
      (await compliance.get(`/api/surveillance/registers/credit_representatives/changes?${query}`)).json()
        .length
    expect([
      await of('kind=added&state=qld'),
      await of('kind=added&state=NSW'),
      await of('q=darcy'),
      await of('limit=1'),
    ]).toEqual([1, 0, 1, 1])
  })

  // Covers: surveillance-7
  it('counts a representative who moves to another licensee as moved, in the table as among the changes', async () => {
    await send('credit_representatives', reps(4))
    const table = async () => (await compliance.get('/api/surveillance/registers')).json()[2]
    expect(await table()).toMatchObject({ first: true })
    const [first = {}, ...others] = reps(4)
    expect(
      (await send('credit_representatives', [{ ...first, CRED_LIC_NUM: '990002' }, ...others])).json(),
    ).toMatchObject({ added: 0, changed: 0, moved: 1, removed: 0 })
    expect(await table()).toMatchObject({ first: false, added: 0, moved: 1, removed: 0 })
    const changes = (
      await compliance.get('/api/surveillance/registers/credit_representatives/changes')
    ).json()
    expect(changes).toMatchObject([
      {
        kind: 'moved',
        text: 'Credit representative 991000, FRASER, ISLA 0, moved from licensee 990001 to 990002.',
      },
    ])
  })

  // Covers: surveillance-7
  it('names its snapshot, its age and its source, and is stale after fourteen days', async () => {
    await send('banned_persons', [bannedPerson('#1', 'OKAFOR, JARRAH')], { snapshotDate: '2026-11-10' })
    const read = async () => (await compliance.get('/api/surveillance/registers')).json()
    expect((await read())[0]).toMatchObject({
      register: 'banned_persons',
      snapshotDate: '2026-11-10',
      rows: 1,
      ageDays: 13,
      stale: false,
      source: 'banned_persons.csv',
      attribution: 'Source: Australian Securities and Investments Commission, CC BY 3.0 AU, via data.gov.au',
    })
    now = new Date('2026-11-25T02:00:00Z')
    expect((await read())[0]).toMatchObject({ ageDays: 15, stale: true })
    await lookForTasks(app.ctx())
    const tasks = async (state: string) =>
      (await compliance.get(`/api/tasks?kind=register_stale&state=${state}`)).json()
    expect(await tasks('open')).toMatchObject([
      { details: 'The newest file is of 10 November 2026, and ASIC publishes every week.' },
    ])
    await send('banned_persons', [bannedPerson('#1', 'OKAFOR, JARRAH')])
    await lookForTasks(app.ctx())
    expect([await tasks('open'), await tasks('ended')]).toMatchObject([
      [],
      [{ endedReason: 'A newer file was loaded.' }],
    ])
    expect((await read())[1]).toMatchObject({
      register: 'banned_organisations',
      snapshotDate: null,
      stale: false,
    })
  })
})

describe('a file that is refused', () => {
  const file = (register: Register, rows: readonly RegisterCells[]) =>
    registerFile(register, rows).toString('utf8')
  const refused = async (register: Register, text: string | Buffer) => {
    const answer = await sendRegister(compliance, register, Buffer.from(text as string))
    expect(answer.statusCode, answer.body).toBe(400)
    return answer.json().fields.file as string
  }

  // Covers: surveillance-6
  test.each<[string, () => string | Buffer, string]>([
    [
      'of another register',
      () => file('credit_licensees', [licensee('990001', 'A')]),
      'This is the file of Credit licensees, not of Credit representatives. Choose that register, or another file.',
    ],
    [
      'of something else',
      () => 'Name,Phone\nAnn,0491 570 156\n',
      'This is no file of Credit representatives: its first line names none of the columns, which begin with REGISTER_NAME, CRED_REP_NUM, CRED_LIC_NUM.',
    ],
    [
      'with a column gone',
      () => file('credit_representatives', reps(2)).replace('CRED_REP_EDRS,', ''),
      'lacks CRED_REP_EDRS',
    ],
    [
      'that is cut off in a row',
      () => file('credit_representatives', reps(3)).slice(0, -30),
      'The file is cut off in row 4. Nothing was imported; download the file again.',
    ],
    [
      'that is a web page',
      () => '<!DOCTYPE html><html><body>Not found</body></html>',
      'This is a web page, not the file of Credit representatives.',
    ],
    [
      'of which more than 2 per cent cannot be read',
      () =>
        file('credit_representatives', [
          ...reps(60),
          representative('990009', 'X, Y', { CRED_REP_END_DT: '31/02/2026' }),
          representative('', 'KELLY, DARCY'),
        ]),
      '2 of 62 rows cannot be read, which is more than 2 per cent. The first is row 62: CRED_REP_END_DT is "31/02/2026", which is no day.',
    ],
    [
      'of which no row can be read',
      () => file('credit_representatives', [representative('990009', ' ')]),
      '1 of 1 rows cannot be read, which is more than 2 per cent. The first is row 2: it has no name.',
    ],
    [
      'without rows',
      () => file('credit_representatives', []),
      'The file has no rows of Credit representatives.',
    ],
    [
      'that is a ZIP archive',
      () => Buffer.from('504b030414000000', 'hex'),
      'The workbook is damaged or incomplete. Open it in Excel',
    ],
    ['that is empty', () => '', 'The file is empty.'],
  ])('%s says why, and the last good snapshot stays', async (_what, text, reason) => {
    await send('credit_representatives', reps(3))
    expect(await refused('credit_representatives', text())).toContain(reason)
    expect(await current()).toHaveLength(3)
    expect(await app.connection.db.selectFrom('registerSnapshots').select('id').execute()).toHaveLength(1)
  })

  // Covers: surveillance-6
  it('is half of what it was', async () => {
    await send('credit_representatives', reps(10))
    const reason =
      'The file has 4 rows of Credit representatives, less than half of the 10 before: it may be cut off.'
    expect(await refused('credit_representatives', file('credit_representatives', reps(4)))).toContain(reason)
    expect((await send('credit_representatives', reps(5))).statusCode).toBe(200)
  })

  // Covers: surveillance-6
  it('is older than what is loaded, of a day ahead, or of no day', async () => {
    await send('credit_representatives', reps(2), { snapshotDate: '2026-11-20' })
    const status = async (snapshotDate: string) =>
      (await send('credit_representatives', reps(2), { snapshotDate })).statusCode
    expect([
      await status('2026-11-19'),
      await status('2026-11-24'),
      await status('soon'),
      await status('2026-11-20'),
    ]).toEqual([409, 400, 400, 200])
  })

  it('comes from somebody who may not, or for a register that there is not', async () => {
    const lender = await staffClient(app, 'lender')
    const bytes = registerFile('credit_representatives', reps(1))
    expect((await sendRegister(lender, 'credit_representatives', bytes)).statusCode).toBe(403)
    expect((await sendRegister(compliance, 'advisers' as Register, bytes)).statusCode).toBe(400)
  })
})
