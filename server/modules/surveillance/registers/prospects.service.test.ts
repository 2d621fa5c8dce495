import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { licensee, representative } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let admin: Client
let compliance: Client

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from brokers; delete from runs; delete from register_entries; delete from register_snapshots',
  )
  await loadRegister(app, compliance, 'credit_licensees', [licensee('990001', 'HARBOUR FINANCE PTY LTD')])
  await loadRegister(app, compliance, 'credit_representatives', [
    representative('990101', 'FRASER, ISLA'),
    representative('990102', 'NGUYEN, MINH'),
  ])
})

const secondSnapshot = () =>
  loadRegister(app, compliance, 'credit_representatives', [
    representative('990101', 'FRASER, ISLA'),
    // moved to another licensee: not new
    representative('990102', 'NGUYEN, MINH', { CRED_LIC_NUM: '990002' }),
    representative('990103', "O'BRIEN, KIRRA JAN", { CRED_REP_STATE: 'QLD', CRED_REP_PCODE: '4217' }),
    representative('990104', 'TE WHATA, AROHA', { CRED_REP_STATE: 'QLD', CRED_REP_PCODE: '4000' }),
    representative('990105', 'MCKENZIE-ROACH, HAMISH'),
    representative('990106', 'REDGUM LENDING PTY LTD', { CRED_REP_STATE: 'QLD' }),
    representative('990107', 'SINGH, ARJUN', { CRED_REP_END_DT: '01/11/2026' }),
  ])
const count = async (query = '') => (await admin.get(`/api/surveillance/prospects${query}`)).json()
const add = (body: object, client = admin) => client.send('POST', '/api/surveillance/prospects', body)

describe('people who are new on the register', () => {
  // Covers: surveillance-30
  it('are counted, and added without a number to call and without a basis', async () => {
    expect(await count()).toEqual({ snapshotDate: null, people: 0, known: 0, companies: 0 })
    await secondSnapshot()
    expect(await count()).toEqual({ snapshotDate: '2026-11-23', people: 3, known: 0, companies: 1 })
    expect((await add({ state: 'QLD' })).json()).toEqual({
      ...{ snapshotDate: '2026-11-23', people: 2, known: 0, companies: 1, added: 2 },
    })
    const added = (await admin.get('/api/brokers?sort=name')).json()
    expect(added).toMatchObject([
      { name: 'Aroha Te Whata', phone: null, location: 'QLD', asicNumber: '990104', callBasis: 'none' },
      {
        ...{ name: "Kirra Jan O'Brien", company: 'Harbour Finance Pty Ltd', postcode: '4217' },
        ...{ callBasisSource: 'ASIC’s register of credit representatives of 23 November 2026' },
      },
    ])
    expect(added[0].createdAt).toBeTruthy()
    expect((await add({})).json()).toMatchObject({ people: 3, known: 2, added: 1 })
    expect((await add({})).json()).toMatchObject({ people: 3, known: 3, added: 0 })
    const names = (await admin.get('/api/brokers')).json().map(({ name }: { name: string }) => name)
    expect(names).toContain('Hamish McKenzie-Roach')
    expect(names).toHaveLength(3)
  })

  // Covers: import-4
  it('are known by their number, however the directory pads it', async () => {
    await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Aroha Te Whata', asicNumber: '000990104' })
      .execute()
    await secondSnapshot()
    expect((await add({ state: 'QLD' })).json()).toMatchObject({ people: 2, known: 1, added: 1 })
  })

  // Covers: surveillance-30
  it('are added once when two people press at once', async () => {
    await secondSnapshot()
    const answers = await Promise.all([add({}), add({}), add({})])
    expect(answers.map((answer) => answer.json().added).sort()).toEqual([0, 0, 3])
  })

  // Covers: surveillance-30
  it('are called only with a number that is said to be published for business', async () => {
    await secondSnapshot()
    await add({})
    const campaign = (
      await admin.send('POST', '/api/campaigns', {
        ...{ name: 'Spring', product: 'Flex', callScript: 'Hello {{firstName}}' },
      })
    ).json()
    const preflight = async () => (await admin.get(`/api/campaigns/${campaign.id}/preflight`)).json()
    expect(await preflight()).toMatchObject({ callableNow: 0, callableLater: 0, skipped: { no_basis: 3 } })
    const [broker] = (await admin.get('/api/brokers?sort=name')).json()
    const change = (body: object) => admin.send('PATCH', `/api/brokers/${broker.id}`, body)
    expect((await change({ phone: '(07) 5550 0001' })).statusCode).toBe(200)
    expect(await preflight()).toMatchObject({ skipped: { no_basis: 3 } })
    expect((await change({ callBasis: 'business_number' })).json().fields).toEqual({
      callBasisSource: 'Enter where the number is published for business',
    })
    const published = { callBasis: 'business_number', callBasisSource: 'tewhata.example/contact' }
    expect((await change(published)).statusCode).toBe(200)
    expect(await preflight()).toMatchObject({ skipped: { no_basis: 2 } })
  })

  it('are refused for wrong roles and states', async () => {
    expect((await add({ state: 'Queensland' })).json().fields).toEqual({ state: 'Choose a state' })
    expect((await add({}, compliance)).statusCode).toBe(403)
    expect((await add({}, await staffClient(app, 'viewer'))).statusCode).toBe(403)
  })
})

describe('a number in the accreditation form', () => {
  const lookUp = async (number: string) =>
    (await app.server.inject({ method: 'GET', url: `/api/public/register/${number}` })).json()

  // Covers: surveillance-34
  it('fills in what ASIC’s register says, and nothing where it says nothing', async () => {
    expect(await lookUp('000990101')).toEqual({
      found: { firstName: 'Isla', lastName: 'Fraser', company: 'Harbour Finance Pty Ltd' },
      ...{ standing: 'current', endedOn: null, snapshotDate: '2026-11-23', stale: false },
    })
    expect(await lookUp('990001')).toMatchObject({
      found: { firstName: null, lastName: null, company: 'Harbour Finance Pty Ltd' },
      standing: 'current',
    })
    expect(await lookUp('990999')).toMatchObject({ found: null, standing: null, snapshotDate: '2026-11-23' })
    await secondSnapshot()
    expect((await lookUp('990107')).found).toBeNull()
    expect((await lookUp('99x')).fields).toEqual({ number: 'Enter the number, up to nine digits' })
  })

  // Covers: surveillance-34
  it('is limited for each form that is open, and by network only without one', async () => {
    const { databaseUrl } = app
    const now = () => new Date('2026-11-23T02:00:00Z')
    const limited = await createTestApp({ databaseUrl, now, env: { RATE_LIMITS: 'on' } })
    const statusOf = async (session: string, remoteAddress = '203.0.113.7'): Promise<number> => {
      const url = `/api/public/register/990101${session && `?session=${session}`}`
      return (await limited.server.inject({ method: 'GET', url, remoteAddress })).statusCode
    }
    try {
      for (let asked = 0; asked < 30; asked++) expect(await statusOf('form-one')).toBe(200)
      expect(await statusOf('form-one')).toBe(429)
      // a colleague in the same office, and the same form in another network
      expect(await statusOf('form-two')).toBe(200)
      expect(await statusOf('form-one', '198.51.100.7')).toBe(429)
      for (let asked = 0; asked < 30; asked++) expect(await statusOf('')).toBe(200)
      expect(await statusOf('', '203.0.113.8')).toBe(429)
      expect(await statusOf('', '198.51.100.8')).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
