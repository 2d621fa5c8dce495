import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeApplication, insertApplication } from '#server/modules/accreditations/store.ts'
import { insertBooking } from '#server/modules/bookings/store.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addMicrosite } from '#test/worlds/microsites-world.ts'

let app: TestApp
let admin: Client
let bdmId: number
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-24T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  bdmId = await addBdm(app)
})
afterAll(() => app?.close())

async function idOf(statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ id: number }>`${statement}`.execute(app.connection.db)
  return rows[0]?.id ?? 0
}
const newCampaign = () =>
  idOf(
    sql`insert into campaigns (name, product, call_script) values ('Spring', 'Flex', 'Hello') returning id`,
  )
const newVersion = (campaignId: number) =>
  idOf(sql`insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
    values (${campaignId}, 1, 'Flex', 'p.a.', 'Hello', 'friendly') returning id`)
const newBroker = (region: string | null) =>
  idOf(sql`insert into brokers (name, region) values ('Zoe Quill', ${region}) returning id`)
const newCall = (campaignId: number, versionId: number, brokerId: number) =>
  idOf(sql`insert into calls (campaign_id, campaign_version_id, broker_id, to_number, provider, simulated)
    values (${campaignId}, ${versionId}, ${brokerId}, '+61491570156', 'simulator', true) returning id`)

let hour = 0
const made = {
  bookings: (of: { callId?: number; brokerId?: number; cameFrom?: string }) =>
    app.ctx().tx(async (tx) => {
      hour += 1
      const start = new Date(Date.UTC(2026, 11, 1, hour))
      const booking = { bdmId, start, meetingType: 'product-discussion', attendees: 1, name: 'Zoe Quill' }
      const id = (await insertBooking(tx, { ...booking, ...of, source: 'web', uid: `credit-${hour}` })) ?? 0
      await tx.emit('booking.made', { bookingId: id })
      return id
    }),
  applications: (of: { callId?: number; brokerId?: number; cameFrom?: string }) =>
    app.ctx().tx(async (tx) => {
      hour += 1
      const email = `zoe.${hour}@example.com`
      const row = await insertApplication(tx, { status: 'submitted', email, submittedAt: tx.now(), ...of })
      await tx.emit('application.submitted', { applicationId: row?.id ?? 0 })
      return row?.id ?? 0
    }),
}
type Kind = keyof typeof made
const creditOf = (kind: Kind, id: number) =>
  app.connection.db
    .selectFrom(kind)
    .select(['campaignId', 'campaignVersionId as versionId', 'region'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

// Covers: analytics-figures-8
describe.each<Kind>(['bookings', 'applications'])('%s', (kind) => {
  it('count for the campaign of their call and the region of their broker, also when the broker moves', async () => {
    const [campaignId, brokerId] = [await newCampaign(), await newBroker('WA')]
    const versionId = await newVersion(campaignId)
    const id = await made[kind]({ callId: await newCall(campaignId, versionId, brokerId), brokerId })
    await admin.send('PATCH', `/api/brokers/${brokerId}`, { region: 'TAS' })
    expect(await creditOf(kind, id)).toEqual({ campaignId, versionId, region: 'WA' })
  })

  it('without a call count for the campaign of the microsite that led to them', async () => {
    const campaignId = await newCampaign()
    const { id: site, slug } = await addMicrosite(app)
    await sql`update microsites set campaign_id = ${campaignId} where id = ${site}`.execute(app.connection.db)
    expect(await creditOf(kind, await made[kind]({ cameFrom: `site=${slug}` }))).toEqual({
      ...{ campaignId, versionId: null, region: null },
    })
    const brokerId = await newBroker('NT')
    await sql`insert into visits (microsite_id, broker_id, at, day, visitor, device)
      values (${site}, ${brokerId}, '2026-11-23', '2026-11-23', 'x', 'desktop')`.execute(app.connection.db)
    expect(await creditOf(kind, await made[kind]({ brokerId }))).toEqual({
      campaignId,
      versionId: null,
      region: 'NT',
    })
  })

  it('of a call keep its campaign after a visit to any microsite', async () => {
    const [campaignId, brokerId] = [await newCampaign(), await newBroker('SA')]
    const versionId = await newVersion(campaignId)
    const { id: site } = await addMicrosite(app)
    await sql`update microsites set campaign_id = ${await newCampaign()} where id = ${site}`.execute(
      app.connection.db,
    )
    await sql`insert into visits (microsite_id, broker_id, at, day, visitor, device)
      values (${site}, ${brokerId}, '2026-11-23', '2026-11-23', 'y', 'desktop')`.execute(app.connection.db)
    const id = await made[kind]({ callId: await newCall(campaignId, versionId, brokerId), brokerId })
    expect(await creditOf(kind, id)).toEqual({ campaignId, versionId, region: 'SA' })
  })

  it('get the region of the record that their broker is merged into only where they have none', async () => {
    const [from, other, into] = [await newBroker('QLD'), await newBroker(null), await newBroker('ACT')]
    const ids = [await made[kind]({ brokerId: from }), await made[kind]({ brokerId: other })]
    for (const brokerId of [from, other])
      expect((await admin.send('POST', `/api/brokers/${into}/merge`, { brokerId })).statusCode).toBe(200)
    const regions = await Promise.all(ids.map(async (id) => (await creditOf(kind, id)).region))
    expect(regions).toEqual(['QLD', 'ACT'])
  })
})

// Covers: analytics-figures-8
it('an application counts for the region of the broker that it is linked to', async () => {
  const [id, brokerId] = [await made.applications({}), await newBroker('VIC')]
  await changeApplication(app.ctx(), id, { from: ['submitted'] }, { status: 'approved', brokerId })
  expect(await creditOf('applications', id)).toMatchObject({ region: 'VIC' })
})
