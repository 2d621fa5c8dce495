import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { licensee, representative } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let admin: Client
let compliance: Client
let now: Date

const DAY = 86_400_000
const LICENSEES = [
  licensee('990001', 'HARBOUR FINANCE PTY LTD'),
  licensee('990002', 'KESTREL LENDING PTY LTD', { CRED_LIC_STATUS: 'SUSP' }),
]
const of = (number: string, name: string, licence: string, end = '') =>
  representative(number, name, { CRED_LIC_NUM: licence, CRED_REP_END_DT: end })
const watch = (number: string) => compliance.send('POST', '/api/surveillance/licensees', { number })
const list = async () => (await compliance.get('/api/surveillance/licensees')).json()

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-02T02:00:00Z')
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from brokers; delete from runs; delete from register_entries; delete from register_snapshots; delete from watched_licensees',
  )
  await loadRegister(app, compliance, 'credit_licensees', LICENSEES)
})

describe('the licensees that you deal with', () => {
  // Covers: surveillance-31
  it('show who joined and who left since the snapshot of three months before, and where from and to', async () => {
    await admin.send('POST', '/api/brokers', {
      name: 'Priya Sharma',
      phone: '(02) 5550 0001',
      region: 'NSW',
      email: 'priya@example.com',
      asicNumber: '000990103',
    })
    await loadRegister(app, compliance, 'credit_representatives', [
      of('990101', 'FRASER, ISLA', '990001'),
      of('990102', 'NGUYEN, MINH', '990001'),
      of('990103', 'SHARMA, PRIYA', '990002'),
      of('990104', 'RUSSO, MARCO', '990001'),
    ])
    expect((await watch('000990001')).json()).toEqual({
      ...{ number: '990001', name: 'HARBOUR FINANCE PTY LTD', state: 'current', endedOn: null },
      ...{ representatives: 3, brokers: 0, joined: 0, left: 0, since: null },
    })
    now = new Date(now.getTime() + 7 * DAY)
    await loadRegister(app, compliance, 'credit_representatives', [
      of('990101', 'FRASER, ISLA', '990001', '05/11/2026'),
      of('990102', 'NGUYEN, MINH', '990002'),
      of('990103', 'SHARMA, PRIYA', '990001'),
      of('990105', 'TRAN, HOA', '990001'),
    ])
    await watch('990002')
    expect(await list()).toMatchObject([
      { number: '990001', representatives: 2, brokers: 1, joined: 2, left: 3, since: '2026-11-02' },
      { number: '990002', representatives: 1, brokers: 0, joined: 1, left: 1, state: 'suspended' },
    ])
    const { id } = (await admin.get('/api/brokers')).json()[0]
    expect((await compliance.get('/api/surveillance/licensees/990001/moves')).json()).toEqual(
      [
        {
          ...{ kind: 'left', number: '990101', name: 'FRASER, ISLA', state: 'NSW', brokerId: null },
          text: 'Ended on 5 November 2026.',
        },
        {
          ...{ kind: 'left', number: '990102', name: 'NGUYEN, MINH', state: 'NSW', brokerId: null },
          text: 'Now a representative of licensee 990002, KESTREL LENDING PTY LTD.',
        },
        {
          ...{ kind: 'left', number: '990104', name: 'RUSSO, MARCO', state: 'NSW', brokerId: null },
          text: 'No longer listed.',
        },
        {
          ...{ kind: 'joined', number: '990103', name: 'SHARMA, PRIYA', state: 'NSW', brokerId: id },
          text: 'Came from licensee 990002, KESTREL LENDING PTY LTD.',
        },
        {
          ...{ kind: 'joined', number: '990105', name: 'TRAN, HOA', state: 'NSW', brokerId: null },
          text: 'New on the register.',
        },
      ].toSorted((one, other) => one.name.localeCompare(other.name)),
    )
    now = new Date(now.getTime() + 120 * DAY)
    compliance = await staffClient(app, 'compliance')
    expect(await list()).toMatchObject([{ since: '2026-11-02' }, { since: '2026-11-02' }])
  })

  // Covers: surveillance-31
  it('take a licensee of the register, once, and let it go', async () => {
    expect((await watch('990077')).json().fields).toEqual({
      number: 'ASIC’s register of credit licensees does not have this number',
    })
    expect((await watch('ACL 12')).json().fields).toEqual({
      number: 'Enter the licence number, up to nine digits',
    })
    expect((await watch('990001')).statusCode).toBe(201)
    expect((await watch('990001')).json().fields).toEqual({
      number: 'This licensee is on the list already',
    })
    const path = '/api/surveillance/licensees/990001'
    expect((await (await staffClient(app, 'viewer')).send('DELETE', path)).statusCode).toBe(403)
    expect((await compliance.send('DELETE', path)).json()).toEqual({ removed: true })
    expect((await compliance.send('DELETE', path)).statusCode).toBe(404)
    expect((await compliance.get(`${path}/moves`)).statusCode).toBe(404)
    expect(await list()).toEqual([])
  })
})
