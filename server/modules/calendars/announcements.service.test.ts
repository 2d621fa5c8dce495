import { afterEach, describe, expect, it } from 'vitest'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startGraphDouble } from '#test/doubles/calendars/graph.ts'
import { CALENDAR_CLIENT } from '#test/doubles/calendars/oauth.ts'
import { freePort } from '#test/free-port.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { connectCalendar } from './connect.ts'
import { reconcile } from './reconcile-calendar.ts'

const hourFrom = (from: Date) => ({ from, to: new Date(from.getTime() + 3_600_000) })

// Covers: connected-services-4
describe('announcements', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function connected(
    service: 'microsoft' | 'google',
    double: { url: string; grant(): { refreshToken: string } },
  ) {
    const port = await freePort()
    const name = service.toUpperCase()
    const app = await createTestApp({
      env: {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        [`${name}_CALENDAR_CLIENT_ID`]: CALENDAR_CLIENT.clientId,
        [`${name}_CALENDAR_CLIENT_SECRET`]: CALENDAR_CLIENT.clientSecret,
        [`${name}_CALENDAR_BASE_URL`]: double.url,
      },
    })
    ends.push(() => app.close())
    await app.server.listen({ port, host: '127.0.0.1' })
    const bdm = await addBdm(app, { email: 'mia@lender.example', name: 'Mia Wong' })
    const connection = { service, credentials: double.grant(), calendarId: 'primary', label: 'Mia' }
    await connectCalendar(await app.staff('admin'), bdm, connection)
    await settled(app, bdm)
    return { app, bdm }
  }

  /** Reconciles as the waiting jobs would. */
  async function settled(app: TestApp, bdm: number): Promise<void> {
    await app.connection.pool.query('delete from graphile_worker._private_jobs')
    await reconcile(app.ctx(), bdm)
  }
  async function jobs(app: TestApp): Promise<number> {
    const { rows } = await app.connection.pool.query(
      'select count(*)::int as count from graphile_worker._private_jobs',
    )
    return rows[0].count
  }
  const watch = (app: TestApp) =>
    app.connection.db
      .selectFrom('bdmCalendars')
      .select(['watchId', 'watchExpiresAt'])
      .executeTakeFirstOrThrow()

  it('of Microsoft start a read, also of the end of a subscription, which is begun again', async () => {
    const double = await startGraphDouble()
    ends.push(double.close)
    const { app, bdm } = await connected('microsoft', double)
    const first = await watch(app)
    expect(double.subscriptions.has(first.watchId ?? '')).toBe(true)
    double.hands.add(hourFrom(new Date(Date.now() + 86_400_000)))
    await double.settled()
    await until('the announced change is to be read', async () => (await jobs(app)) === 1)
    await settled(app, bdm)
    await double.endSubscriptions()
    expect(await jobs(app)).toBe(1)
    expect((await watch(app)).watchExpiresAt?.getTime()).toBeLessThanOrEqual(Date.now())
    await settled(app, bdm)
    const again = await watch(app)
    expect(double.subscriptions.has(again.watchId ?? '')).toBe(true)
    expect(again.watchExpiresAt?.getTime()).toBeGreaterThan(Date.now())
  })

  it('of Google start a read, and those with another token nothing', async () => {
    const double = await startGoogleDouble()
    ends.push(double.close)
    const { app, bdm } = await connected('google', double)
    const [channel] = double.channels.values()
    if (!channel) throw new Error('no channel')
    await double.settled()
    await settled(app, bdm)
    for (const token of ['', 'forged', `${channel.token}x`]) {
      const headers = { 'x-goog-channel-token': token, 'x-goog-resource-state': 'exists' }
      expect((await fetch(channel.address, { method: 'POST', headers })).status).toBe(202)
    }
    expect(await jobs(app)).toBe(0)
    double.hands.add(hourFrom(new Date(Date.now() + 86_400_000)))
    await double.settled()
    await until('the announced change is to be read', async () => (await jobs(app)) === 1)
  })
})
