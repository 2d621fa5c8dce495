import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceStatus, serviceStatus } from '#contract/system/service-status.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { addCampaign } from '#test/worlds/microsites-world.ts'
import { createMinuteRecorder } from './minute-recorder.ts'
import { countServiceHours, recordMinute } from './service-hours.store.ts'
import { viewServiceStatus } from './service-status.views.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  for (const table of ['serviceHours', 'backups', 'messages', 'calls'] as const)
    await app.connection.db.deleteFrom(table).execute()
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(app.connection.db)
/** The start of an hour that began so many hours before the current one. */
const hour = (ago: number) =>
  sql`date_trunc('hour', statement_timestamp(), 'UTC') - make_interval(hours => ${ago})`
/** An hour in which so many of its minutes were seen. */
const seen = (ago: number, website: number, background = website) =>
  run(sql`insert into service_hours (hour, website, background) values (${hour(ago)},
    rpad(repeat('1', ${website}::int), 60, '0')::bit(60), rpad(repeat('1', ${background}::int), 60, '0')::bit(60))`)
const view = () => viewServiceStatus(app.ctx(), true)
const shares = async () =>
  Object.fromEntries(
    (await view()).objectives.map(({ key, last30Days, last90Days }) => [key, [last30Days, last90Days]]),
  )

describe('the minutes of the service', () => {
  // Covers: service-status-2
  it('are shared by all processes, and recorded once', async () => {
    await recordMinute(app.ctx(), 'website')
    await recordMinute(app.ctx(), 'website')
    await recordMinute(app.ctx(), 'background')
    const { rows } = await sql<{ website: number; background: number }>`
      select sum(bit_count(website))::int as website, sum(bit_count(background))::int as background
      from service_hours`.execute(app.connection.db)
    // the test may run into the next minute
    expect([1, 2]).toContain(rows[0]?.website)
    expect(rows[0]?.background).toBe(1)
  })

  // Covers: service-status-2
  it('of background work are not recorded while a queue stands still', async () => {
    let isWell = false
    let looks = 0
    const recorder = createMinuteRecorder(
      () => app.ctx(),
      'background',
      async () => {
        looks += 1
        return isWell
      },
    )
    const rows = () => app.connection.db.selectFrom('serviceHours').select('background').execute()
    recorder.start()
    await until('a turn begins', async () => looks > 0)
    await recorder.stop()
    const before = await rows()
    isWell = true
    recorder.start()
    await until('the minute is recorded', async () => (await rows()).length > 0)
    await recorder.stop()
    expect(before).toEqual([])
  })

  // Covers: service-status-1
  it('are a share of all minutes since the first full hour, rounded down', async () => {
    expect(await shares()).toMatchObject({ website: [null, null] })
    await seen(0, 5)
    expect((await view()).measuredSince).toBeNull()
    await seen(5, 1)
    await seen(4, 60)
    // none in the third hour before
    await seen(2, 60, 30)
    await seen(1, 59, 60)
    expect(await shares()).toMatchObject({ website: [74.58, 74.58], background: [62.5, 62.5] })
    const { measuredSince, measuredUntil } = await view()
    expect(new Date(measuredUntil).getTime() - new Date(measuredSince ?? 0).getTime()).toBe(4 * 3_600_000)
  })

  // Covers: service-status-1
  it('of the last 30 days and of the last 90 are counted separately', async () => {
    await run(sql`insert into service_hours (hour, website, background)
      select ${hour(0)} - make_interval(hours => n), ~0::bit(60),
        case when n <= 720 then ~0::bit(60) else 0::bit(60) end
      from generate_series(1, 3000) n`)
    expect(await shares()).toMatchObject({ website: [100, 100], background: [100, 33.33] })
  })
})

describe('calls and messages', () => {
  const message = (minutesAgo: number, values: { due: number; sent: number | null; status: string }) =>
    run(sql`insert into messages (channel, recipient, body, status, occasion, due_at, sent_at, created_at,
        next_attempt_at)
      select 'email', 'petra@example.com', 'Hello', ${values.status}, ${crypto.randomUUID()}, at,
        at + make_interval(secs => ${values.sent}), at, case when ${values.status === 'queued'} then at end
      from (select ${hour(0)} - make_interval(mins => ${minutesAgo}, secs => ${values.due}) as at) as t`)

  // Covers: service-status-1
  it('count as late after ten seconds and a minute, in the hour in which they were due', async () => {
    await seen(2, 60)
    await seen(1, 60)
    await message(30, { due: 0, sent: 60, status: 'sent' })
    await message(30, { due: 0, sent: 61, status: 'delivered' })
    await message(30, { due: 0, sent: null, status: 'queued' })
    await message(30, { due: 0, sent: 5, status: 'delivered' })
    // neither what the recipient refused nor what has no provider
    await message(30, { due: 0, sent: null, status: 'failed' })
    await message(30, { due: 0, sent: null, status: 'held' })
    const campaignId = await addCampaign(app)
    for (const seconds of [1, 10, 11, null])
      await run(sql`insert into calls (campaign_id, to_number, provider, simulated, created_at, dispatched_at,
          status, outcome, finished_at)
        select ${campaignId}, '+61491570156', 'twilio', false, at, at + make_interval(secs => ${seconds}),
          'completed', 'cancelled', at + interval '1 minute'
        from (select ${hour(0)} - interval '20 minutes' as at) as t`)
    await countServiceHours(app.ctx())
    expect(await shares()).toMatchObject({ calls: [66.66, 66.66], messages: [50, 50] })
    // counted once: what is removed later stays counted
    await app.connection.db.deleteFrom('calls').execute()
    await countServiceHours(app.ctx())
    expect(await shares()).toMatchObject({ calls: [66.66, 66.66] })
  })

  it('of the current hour are not counted yet', async () => {
    await seen(0, 1)
    await countServiceHours(app.ctx())
    expect(await app.connection.db.selectFrom('serviceHours').select('calls').execute()).toEqual([
      { calls: null },
    ])
  })
})

describe('the public status', () => {
  const drill = (name: string, daysAgo: number, failure: string | null) =>
    run(sql`insert into backups (name, started_at, finished_at, bytes, drill_started_at, drilled_at, drill_failure)
      select ${name}, at, at, 1, at, at, ${failure}
      from (select statement_timestamp() - make_interval(days => ${daysAgo}) as at) as t`)
  const html = { accept: 'text/html' }

  // Covers: service-status-3
  it('is not there until an admin publishes it, and not any more when it is withdrawn', async () => {
    const admin = await staffClient(app, 'admin')
    const answers = async () => {
      const guest = visitor(app)
      const [page, json] = [await guest.get('/status', { headers: html }), await guest.get('/api/status')]
      return [page.statusCode, json.statusCode]
    }
    const publish = (statusPage: boolean) => admin.send('PATCH', '/api/organisation', { statusPage })
    expect(await answers()).toEqual([404, 404])
    const lender = await staffClient(app, 'lender')
    expect((await lender.send('PATCH', '/api/organisation', { statusPage: true })).statusCode).toBe(403)
    expect(await answers()).toEqual([404, 404])
    expect((await publish(true)).statusCode).toBe(200)
    expect(await answers()).toEqual([200, 200])
    await publish(false)
    expect(await answers()).toEqual([404, 404])
  })

  // Covers: service-status-3, service-status-4
  it('shows objectives, figures and drills, and neither people nor machines', async () => {
    await seen(2, 60)
    await seen(1, 59)
    await drill('one', 1, null)
    await drill('two', 2, 'The store at 10.0.0.9 does not answer.')
    await drill('long ago', 95, null)
    const own = await createTestApp({ databaseUrl: app.databaseUrl })
    try {
      await own.connection.db.updateTable('organisation').set({ statusPage: true }).execute()
      const json = await visitor(own).get('/api/status')
      const page = await visitor(own).get('/status', { headers: html })
      const status = serviceStatus.parse(json.json())
      expect(status.objectives.map(({ key, target }) => [key, target])).toEqual([
        ['website', 99.9],
        ['background', 99.9],
        ['calls', 99],
        ['messages', 99],
      ])
      expect(status.restoreDrills).toMatchObject({
        ...{ passed: 1, failed: 1 },
        latest: [{ passed: true }, { passed: false }],
      })
      for (const part of ['98.33%', 'Missed', 'No data', '1 of 2 drills passed'])
        expect(page.body).toContain(part)
      for (const { body, headers } of [json, page]) {
        expect(body).not.toMatch(/10\.0\.0\.9|5432|postgres|\w@\w/)
        expect(headers['cache-control']).toBe('public, max-age=60')
      }
      expect(page.body).not.toContain('<script')
      // for a minute the figures are those of the first request
      await run(sql`update service_hours set website = 0::bit(60)`)
      expect((await visitor(own).get('/api/status')).json()).toEqual(json.json())
    } finally {
      await own.connection.db.updateTable('organisation').set({ statusPage: false }).execute()
      await own.close()
    }
  })

  // Covers: service-status-4
  it('says which parts are not set up', async () => {
    const { ctx } = app
    expect((await view()).notSetUp).toContain('backups')
    const providers = { ...ctx().providers, messaging: { ...ctx().providers.messaging, mail: null } }
    expect((await viewServiceStatus({ ...ctx(), providers }, true)).notSetUp).toContain('emails')
    const backups = { ...ctx().providers.backups, recipients: ['age1recipient'] }
    const set = { ...ctx(), providers: { ...ctx().providers, backups } }
    expect((await viewServiceStatus(set, true)).notSetUp).not.toContain('backups')
    await app.connection.db.updateTable('backupSettings').set({ enabled: false }).execute()
    expect((await viewServiceStatus(set, true)).notSetUp).toContain('backups')
    await app.connection.db.updateTable('backupSettings').set({ enabled: true }).execute()
  })

  // Covers: service-status-4
  it('says so while due work is not done', async () => {
    expect((await viewServiceStatus(app.ctx(), false)).working).toBe(false)
    const text = (values: Partial<ServiceStatus>) =>
      app.providers.pages.serviceStatus({
        lender: {
          ...{ name: 'Harbour', legalName: '', abn: '', contactPhone: '', address: '', privacyUrl: '' },
          ...{ termsUrl: '', brand: { colour: null, logo: null } },
        },
        url: 'http://localhost/status',
        status: {
          ...{ measuredUntil: '2026-11-30T03:00:00.000Z', measuredSince: null, working: true },
          ...{ notSetUp: [], objectives: [] },
          restoreDrills: { passed: 0, failed: 0, latest: [] },
          ...values,
        },
      })
    expect(text({})).toContain('Nothing has been measured yet')
    expect(text({})).toContain('Every night the newest backup is restored')
    expect(text({})).toContain('No drill was recorded in the last 90 days.')
    expect(text({ notSetUp: ['backups'] })).toContain('Backups are off, so no restore drills run.')
    expect(text({ notSetUp: ['backups'] })).not.toContain('Every night')
    expect(text({ working: false })).toContain('Some work is delayed')
  })
})
