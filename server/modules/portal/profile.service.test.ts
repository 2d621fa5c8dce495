import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { viewTimeline } from '#server/modules/brokers/timeline.views.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

let broker: BrokerClient
beforeEach(async () => {
  broker = await brokerClient(app)
  await app.connection.db
    .updateTable('brokers')
    .set({ company: 'Quill Broking', asicNumber: '400777', membership: 'Both', timezone: 'Australia/Sydney' })
    .where('id', '=', broker.brokerId)
    .execute()
})

const put = (body: object) => broker.send('PUT', '/api/broker/profile', body)
const row = () =>
  app.connection.db
    .selectFrom('brokers')
    .selectAll()
    .where('id', '=', broker.brokerId)
    .executeTakeFirstOrThrow()
const account = () =>
  app.connection.db.selectFrom('users').selectAll().where('id', '=', broker.userId).executeTakeFirstOrThrow()

describe('the own profile', () => {
  // Covers: broker-portal-registering-7
  it('shows the record, the address of the account, and since when there is one', async () => {
    // staff may have changed the address of the record since
    await app.connection.db
      .updateTable('brokers')
      .set({ email: `office.${broker.email}`, createdAt: new Date('2020-01-01') })
      .where('id', '=', broker.brokerId)
      .execute()
    const { createdAt } = await account()
    expect((await broker.get('/api/broker/profile')).json()).toEqual({
      ...{ id: broker.brokerId, name: 'Petra Quill', calledName: 'Petra', email: broker.email },
      ...{ company: 'Quill Broking', region: 'NSW', asicNumber: '400777', membership: 'Both' },
      ...{ createdAt: createdAt.toISOString(), twoFactorEnabled: false, staff: false },
      phone: '+61491570156',
      bookingUrl: expect.stringMatching(/^\/booking\?broker=\d+&key=[\w.-]+$/),
    })
  })

  // Covers: broker-portal-registering-7
  it('is changed as staff would change it: number, zone, audit and timeline follow', async () => {
    const answer = await put({
      ...{ name: 'Petra  Quill-Novak', phone: '(08) 7010 1234', company: '', region: 'SA' },
      ...{ asicNumber: '400778', membership: 'Both', email: 'other@example.com' },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        ...{ name: 'Petra Quill-Novak', phone: '+61870101234', company: null, region: 'SA' },
        ...{ asicNumber: '400778', membership: 'Both', email: broker.email },
      },
    ])
    expect(await row()).toMatchObject({ timezone: 'Australia/Adelaide', email: broker.email })
    expect(await account()).toMatchObject({ name: 'Petra Quill-Novak', email: broker.email })
    const timeline = await viewTimeline(app.ctx(), broker.brokerId, { limit: 5 })
    expect(timeline.items[0]?.description).toBe(
      `Changed by ${broker.email}: name, phone, state, company, time zone, call basis, ASIC number, source of the number, source of the call basis`,
    )
  })

  it('leaves a new number without a basis to be called on, and an unchanged one with its own', async () => {
    const basis = { callBasis: 'express', callBasisSource: 'Letter', callBasisAt: new Date() }
    await app.connection.db.updateTable('brokers').set(basis).where('id', '=', broker.brokerId).execute()
    await put({ name: 'Petra Quill', phone: '0491 570 156', company: 'Another' })
    expect(await row()).toMatchObject({ phone: '+61491570156', callBasis: 'express' })
    await put({ name: 'Petra Quill', phone: '0491 570 157' })
    expect(await row()).toMatchObject({
      ...{ phone: '+61491570157', callBasis: 'none', callBasisAt: null },
      callBasisSource: 'Number stated by the broker in the portal',
    })
  })

  // Covers: broker-portal-registering-7
  it('keeps what is left out, and a number that stays is not judged again', async () => {
    await app.connection.db
      .updateTable('brokers')
      .set({ phone: '+611300975707' })
      .where('id', '=', broker.brokerId)
      .execute()
    const before = await row()
    expect((await put({ name: before.name, phone: before.phone })).statusCode).toBe(200)
    // nothing changed, not even the time of the last change
    expect(await row()).toEqual(before)
  })

  // Covers: broker-portal-registering-7
  it('forgets the postcode of a state that was left, so that the new zone is known', async () => {
    const change = async (postcode: string, region: string) => {
      await app.connection.db
        .updateTable('brokers')
        .set({ postcode, region: 'NSW' })
        .where('id', '=', broker.brokerId)
        .execute()
      await put({ name: 'Petra Quill', phone: '0491 570 156', region })
      const { postcode: after, timezone } = await row()
      return [after, timezone]
    }
    expect(await change('2880', 'NSW')).toEqual(['2880', 'Australia/Broken_Hill'])
    expect(await change('2880', 'WA')).toEqual([null, 'Australia/Perth'])
  })

  // Covers: broker-portal-registering-7
  it('leaves the name of a member of staff to the team', async () => {
    await app.connection.db
      .updateTable('users')
      .set({ role: 'lender' })
      .where('id', '=', broker.userId)
      .execute()
    expect((await put({ name: 'Another Name', phone: '0491 570 156' })).json()).toMatchObject({
      name: 'Another Name',
      staff: true,
    })
    expect((await account()).name).toBe('Petra Quill')
  })

  // Covers: broker-portal-registering-7
  it.each([
    ['a short name', { name: 'P' }, { name: 'Name must be at least 2 characters' }],
    ['no name', { name: undefined }, { name: 'Name must be at least 2 characters' }],
    ['a short number', { phone: '12345' }, { phone: 'Phone number must be at least 10 digits' }],
    [
      'a number of nobody',
      { phone: '04915701567' },
      { phone: expect.stringMatching(/^Enter a valid phone/) },
    ],
    ['a premium number', { phone: '1902 123 456' }, { phone: expect.stringContaining('premium-rate') }],
    ['an unknown state', { region: 'XX' }, { region: 'Choose a state' }],
    ['a long company', { company: 'c'.repeat(201) }, { company: 'At most 200 characters' }],
  ])('refuses %s at its field and changes nothing', async (_what, wrong, fields) => {
    const before = await row()
    const answer = await put({ name: 'Petra Quill', phone: '0491 570 156', ...wrong })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid', fields }])
    expect(await row()).toEqual(before)
  })
})
