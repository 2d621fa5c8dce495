import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALENDAR_RETURN } from '#contract/bookings/calendar-consent.ts'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startGraphDouble } from '#test/doubles/calendars/graph.ts'
import { CALENDAR_CLIENT } from '#test/doubles/calendars/oauth.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, freeOn, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { reconcile } from './reconcile-calendar.ts'

const PUBLIC_URL = 'http://localhost:3000'
const at = (day: number, time: string): Date => new Date(`2026-11-${day}T${time}:00+11:00`)
const hour = (start: Date) => ({ from: start, to: new Date(start.getTime() + 3_600_000) })

const services = [
  ['microsoft', startGraphDouble],
  ['google', startGoogleDouble],
] as const

// Covers: connected-services-2
describe.each(services)('a calendar of %s', (service, start) => {
  let now = SUNDAY
  let app: TestApp
  let double: Awaited<ReturnType<typeof start>>
  let admin: Client
  let bdm: number
  beforeAll(async () => {
    double = await start({ redirectUri: `${PUBLIC_URL}${CALENDAR_RETURN}/${service}` })
    const name = service.toUpperCase()
    app = await createTestApp({
      now: () => now,
      env: {
        [`${name}_CALENDAR_CLIENT_ID`]: CALENDAR_CLIENT.clientId,
        [`${name}_CALENDAR_CLIENT_SECRET`]: CALENDAR_CLIENT.clientSecret,
        [`${name}_CALENDAR_BASE_URL`]: double.url,
      },
    })
    admin = await staffClient(app, 'admin')
    bdm = await addBdm(app, { email: 'mia@lender.example', name: 'Mia Wong' })
  })
  afterAll(async () => {
    await app?.close()
    await double?.close()
  })

  async function page(client = admin): Promise<string> {
    const answer = await client.send('POST', `/api/bdms/${bdm}/calendar-connection/consent`, { service })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().url
  }
  /** What the service's page leads back to. */
  async function visit(url: string): Promise<string> {
    const answer = await fetch(url, { redirect: 'manual' })
    const to = new URL(answer.headers.get('location') ?? '')
    return to.pathname + to.search
  }
  const outcomeOf = async (client: Client, path: string): Promise<string | null> => {
    const answer = await client.get(path)
    expect(answer.statusCode, answer.body).toBe(302)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    return new URL(String(answer.headers.location), PUBLIC_URL).searchParams.get('calendar')
  }
  const stored = () =>
    app.connection.db.selectFrom('bdmCalendars').select(['service', 'label', 'credentials']).execute()

  it('is refused to a browser that did not begin it, a second time, after ten minutes, and with another state', async () => {
    const other = await staffClient(app, 'lender')
    expect(await outcomeOf(other, await visit(await page()))).toBe('expired')
    expect(await outcomeOf(visitor(app), await visit(await page()))).toBe('expired')
    const back = await visit(await page())
    now = new Date(now.getTime() + 11 * 60_000)
    expect(await outcomeOf(admin, back)).toBe('expired')
    const forged = (await visit(await page())).replace(/state=[^&]+/, `state=${'x'.repeat(43)}`)
    expect(await outcomeOf(admin, forged)).toBe('expired')
    const elsewhere = (await visit(await page())).replace(
      service,
      service === 'google' ? 'microsoft' : 'google',
    )
    expect(await outcomeOf(admin, elsewhere)).toBe('expired')
    expect(await stored()).toEqual([])
  })

  it('says that it was cancelled, that too little was allowed, and that the service is away', async () => {
    double.oauth.state.person = 'cancels'
    expect(await outcomeOf(admin, await visit(await page()))).toBe('cancelled')
    double.oauth.state.person = 'less'
    expect(await outcomeOf(admin, await visit(await page()))).toBe('refused')
    double.oauth.state.person = 'allows'
    const back = await visit(await page())
    double.oauth.state.fault = { status: 503, body: '' }
    expect(await outcomeOf(admin, back)).toBe('unreachable')
    double.oauth.state.fault = null
    expect(await stored()).toEqual([])
  })

  it('is connected, with a sealed token, and is then read and written', async () => {
    const back = await visit(await page())
    expect(await outcomeOf(admin, back)).toBe('connected')
    expect(await outcomeOf(admin, back)).toBe('expired')
    const [row, ...others] = await stored()
    expect(others).toEqual([])
    expect(row).toMatchObject({ service, label: 'mia@lender.example' })
    expect(row?.credentials).not.toContain('refreshToken')
    double.hands.add(hour(at(24, '10:00')))
    await reconcile(app.ctx(), bdm)
    expect(await freeOn(app, '2026-11-24')).not.toContain('10:00 AM')
    const answer = await post(app, someone({ scheduledDate: at(24, '11:00').toISOString() }))
    expect(answer.statusCode, answer.body).toBe(201)
    await reconcile(app.ctx(), bdm)
    const [entry] = double.calendar.present().filter(({ own }) => own.property)
    expect(entry?.time).toEqual(hour(at(24, '11:00')))
    double.hands.move(entry?.id ?? '', hour(at(25, '09:00')))
    await reconcile(app.ctx(), bdm)
    const { scheduledDate } = (await admin.get(`/api/bookings/${answer.json().id}`)).json()
    expect(scheduledDate).toBe(at(25, '09:00').toISOString())
    double.hands.remove(entry?.id ?? '')
    await reconcile(app.ctx(), bdm)
    expect((await admin.get(`/api/bookings/${answer.json().id}`)).json()).toMatchObject({
      status: 'cancelled',
    })
  })

  // Covers: connected-services-3
  it('must be connected again once the person has withdrawn the permission', async () => {
    double.oauth.revoke()
    await reconcile(app.ctx(), bdm)
    const rows = await app.connection.db.selectFrom('bdmCalendars').select(['state', 'lastError']).execute()
    expect(rows).toEqual([{ state: 'revoked', lastError: expect.stringMatching(/Connect it again\.$/) }])
    expect(await outcomeOf(admin, await visit(await page()))).toBe('connected')
    await reconcile(app.ctx(), bdm)
    expect(await app.connection.db.selectFrom('bdmCalendars').select('state').execute()).toEqual([
      { state: 'connected' },
    ])
  })

  it('is not offered where the installation is not set up for it', async () => {
    const missing = service === 'google' ? 'microsoft' : 'google'
    const answer = await admin.send('POST', `/api/bdms/${bdm}/calendar-connection/consent`, {
      service: missing,
    })
    expect(answer.statusCode).toBe(409)
    expect((await admin.get('/api/calendar-services')).json()).toEqual(['caldav', service])
  })
})
