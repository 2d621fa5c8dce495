import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
})
afterAll(() => app.close())

const patch = (body: object, client = admin) => client.send('PATCH', '/api/organisation', body)
const read = async () => (await admin.get('/api/organisation')).json()

describe('the organisation', () => {
  // Covers: settings-9
  it('keeps what is not given, writes the number as people say it, and one audit row', async () => {
    const first = await patch({
      legalName: ' Lumen Street Lending Pty Ltd ',
      contactPhone: '+61 1800 160 401',
    })
    expect(first.statusCode, first.body).toBe(200)
    await patch({ abn: '23 990 000 014', agentName: 'Alex' })
    expect(await read()).toMatchObject({
      legalName: 'Lumen Street Lending Pty Ltd',
      contactPhone: '1800 160 401',
      abn: '23990000014',
      agentName: 'Alex',
      respectStateHolidays: true,
    })
    const before = await app.connection.db.selectFrom('auditLog').selectAll().execute()
    await patch({ agentName: 'Alex' })
    const rows = await app.connection.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'organisation.changed')
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { actor: 'admin.client@staff.example', after: { contactPhone: '1800 160 401' } },
      { before: { abn: '', agentName: '' }, after: { abn: '23990000014', agentName: 'Alex' } },
    ])
    expect(await app.connection.db.selectFrom('auditLog').selectAll().execute()).toHaveLength(before.length)
  })

  // Covers: settings-9
  it('shows on the public pages at once', async () => {
    await patch({ tradingName: 'Quokka Home Loans' })
    const page = await app.server.inject('/accreditation')
    expect(page.body).toContain('Quokka Home Loans')
  })

  it.each([
    [
      'an ABN with a wrong digit',
      { abn: '23 990 000 015' },
      { abn: expect.stringContaining('eleven digits') },
    ],
    ['an ABN in words', { abn: 'none' }, { abn: expect.any(String) }],
    ['a phone that is none', { contactPhone: '12' }, { contactPhone: expect.any(String) }],
    ['a link that runs something', { privacyUrl: 'javascript:alert(1)' }, { privacyUrl: expect.any(String) }],
    ['a name beyond all measure', { legalName: 'x'.repeat(201) }, { legalName: 'At most 200 characters' }],
  ])('refuses %s at its field', async (_name, body, fields) => {
    const before = await read()
    const answer = await patch(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toMatchObject(fields)
    expect(await read()).toEqual(before)
  })

  // Covers: settings-9
  it('is changed by admins only, and read by all staff', async () => {
    const lender = await staffClient(app, 'lender')
    expect((await patch({ agentName: 'Max' }, lender)).statusCode).toBe(403)
    expect((await lender.get('/api/organisation')).statusCode).toBe(200)
  })
})
