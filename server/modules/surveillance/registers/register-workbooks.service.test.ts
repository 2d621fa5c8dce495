import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Register } from '#contract/surveillance/registers.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedOrganisation, bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { registerWorkbook } from '#test/worlds/register-workbook.ts'
import { sendRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let compliance: Client

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(() => asOwner(app.databaseUrl, 'delete from register_entries; delete from register_snapshots'))

const clear = () => asOwner(app.databaseUrl, 'delete from register_entries; delete from register_snapshots')
const entries = async () => {
  const rows = await app.connection.db
    .selectFrom('registerEntries')
    .selectAll()
    .where('untilSnapshotId', 'is', null)
    .orderBy('id')
    .execute()
  // the text of a cell without the zeros that a spreadsheet drops has another fingerprint
  const own = new Set(['id', 'fromSnapshotId', 'untilSnapshotId', 'cells', 'fingerprint'])
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !own.has(name))))
}
const reps = Array.from({ length: 60 }, (_, at) => representative(`99${1000 + at}`, `FRASER, ISLA ${at}`))

describe('a register saved as an Excel workbook', () => {
  // Covers: surveillance-3
  it.each<[Register, readonly RegisterCells[]]>([
    [
      'banned_persons',
      [
        bannedPerson('#099000001', 'OKAFOR, JARRAH LEE', {
          BD_PER_END_DT: '31/12/2031',
          BD_PER_ADD_PCODE: '0800',
          BD_PER_COMMENTS: 'Said "never",\ntwice; see order',
        }),
        bannedPerson('#099000002', "O'BRIEN, ZOË"),
      ],
    ],
    [
      'banned_organisations',
      [
        bannedOrganisation('990000014', 'IRONBARK LENDING PTY LTD', { BD_ORG_END_DT: 'Permanent banning' }),
        bannedOrganisation('004085616', 'CAFÉ FINANCE PTY LTD', { BD_ORG_END_DT: '01/02/2030' }),
        bannedOrganisation('', 'TIDEWATER PTY LTD', { BD_ORG_START_DT: '' }),
      ],
    ],
    [
      'credit_representatives',
      [
        representative('000990123', 'FRASER, ISLA', { CRED_REP_ABN_ACN: '23990000014' }),
        representative('990120', 'HADDAD, OMAR', { CRED_REP_END_DT: '03/11/2026', CRED_REP_EDRS: '' }),
      ],
    ],
    [
      'credit_licensees',
      [
        licensee('990001', 'SUMMIT, FINANCE PTY LTD', { CRED_LIC_LAT: '-33.8688', CRED_LIC_PCODE: '2000' }),
        licensee('412000', 'TIDEWATER PTY LTD', { CRED_LIC_END_DT: '31/12/9999' }),
      ],
    ],
  ])('has the rows of its CSV file: %s', async (register, rows) => {
    const csv = await sendRegister(compliance, register, registerFile(register, rows))
    const expected = await entries()
    await clear()
    const workbook = await sendRegister(compliance, register, await registerWorkbook(register, rows))
    expect([workbook.statusCode, workbook.json()]).toEqual([200, csv.json()])
    expect(workbook.json()).toMatchObject({ rows: rows.length, quarantined: 0 })
    expect(await entries()).toEqual(expected)
  })

  it('changes nothing where the CSV file of the same rows is loaded', async () => {
    await sendRegister(
      compliance,
      'credit_representatives',
      registerFile('credit_representatives', reps.slice(0, 3)),
    )
    const answer = await sendRegister(
      compliance,
      'credit_representatives',
      await registerWorkbook('credit_representatives', reps.slice(0, 3)),
    )
    expect(answer.json()).toMatchObject({ rows: 3, added: 0, changed: 0, removed: 0, moved: 0 })
  })

  // Covers: surveillance-3
  it.each<[string, RegisterCells, string]>([
    ['end', { CRED_REP_END_DT: 'see order' }, 'CRED_REP_END_DT is "see order", which is no day'],
    ['number', { CRED_REP_NUM: '4.12E+05' }, 'CRED_REP_NUM is "4.12E+05", which is no number'],
    ['name', { CRED_REP_NAME: '' }, 'it has no name'],
  ])('with one unreadable %s sets one row aside, which stays in force', async (_what, cells, reason) => {
    await sendRegister(
      compliance,
      'credit_representatives',
      await registerWorkbook('credit_representatives', reps),
    )
    const damaged = reps.with(20, { ...reps[20], ...cells })
    const answer = await sendRegister(
      compliance,
      'credit_representatives',
      await registerWorkbook('credit_representatives', damaged),
    )
    expect(answer.json()).toMatchObject({ rows: 60, added: 0, removed: 0, quarantined: 1, kept: 1 })
    const listed = await compliance.get('/api/surveillance/registers/credit_representatives/quarantine')
    expect(listed.json()).toMatchObject([{ line: 22, reason, inForceFrom: '2026-11-23' }])
  })

  const refused = async (bytes: Buffer): Promise<string> => {
    const answer = await sendRegister(compliance, 'credit_representatives', bytes)
    expect(answer.statusCode, answer.body).toBe(400)
    return answer.json().fields.file
  }

  // Covers: surveillance-3
  it.each<[string, () => Promise<Buffer>, string]>([
    [
      'cut off',
      async () => (await registerWorkbook('credit_representatives', reps)).subarray(0, 2000),
      'The workbook is damaged or incomplete. Open it in Excel, save it again and upload the new file.',
    ],
    [
      'of another register',
      () => registerWorkbook('credit_licensees', [licensee('990001', 'A')]),
      'This is the file of Credit licensees, not of Credit representatives.',
    ],
    [
      'of the old form',
      async () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      'This is an old Excel workbook (.xls). Open it in Excel, choose File, Save As',
    ],
    [
      'of which more than 2 per cent cannot be read',
      () =>
        registerWorkbook('credit_representatives', [
          ...reps,
          representative('', 'KELLY, DARCY'),
          representative('1', ''),
        ]),
      '2 of 62 rows cannot be read, which is more than 2 per cent. The first is row 62',
    ],
  ])('%s is refused with the next step, and the last snapshot stays', async (_what, bytes, reason) => {
    await sendRegister(compliance, 'credit_representatives', registerFile('credit_representatives', reps))
    expect(await refused(await bytes())).toContain(reason)
    expect(await entries()).toHaveLength(60)
  })
})
