import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startGraphDouble } from '#test/doubles/calendars/graph.ts'
import type { OAuthDouble } from '#test/doubles/calendars/oauth.ts'
import type { CalendarConsent } from '../ports/calendar-consent.ts'
import { CalendarFault, type CalendarLink, type Calendars } from '../ports/calendars.ts'
import { createGoogleCalendars } from './google/calendars.ts'
import { createMicrosoftCalendars } from './microsoft/calendars.ts'

const log = pino({ level: 'silent' })
const redirectUri = 'http://localhost:3000/api/calendars/consent/service'
const WINDOW = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }

interface Service {
  calendars: Calendars
  consent: CalendarConsent
  oauth: OAuthDouble
  /** Requests to the token endpoint. */
  tokenRequests(): number
  close(): Promise<void>
}

const services: [string, () => Promise<Service>][] = [
  [
    'Microsoft',
    async () => {
      const double = await startGraphDouble({ redirectUri })
      const tokenRequests = () => double.seen.filter(({ path }) => path.endsWith('/token')).length
      return {
        ...createMicrosoftCalendars(double.client, log),
        oauth: double.oauth,
        tokenRequests,
        close: double.close,
      }
    },
  ],
  [
    'Google',
    async () => {
      const double = await startGoogleDouble({ redirectUri })
      const tokenRequests = () => double.seen.filter(({ path }) => path === '/token').length
      return {
        ...createGoogleCalendars(double.client, log),
        oauth: double.oauth,
        tokenRequests,
        close: double.close,
      }
    },
  ],
]

// Covers: connected-services-2
describe.each(services)('connecting a calendar of %s', (_name, start) => {
  let service: Service
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service?.close())

  const VERIFIER = 'v'.repeat(43)
  /** The person's browser on the service's page. */
  async function visit(state = 's'.repeat(43)): Promise<URLSearchParams> {
    const page = await service.consent.pageFor({
      state,
      codeVerifier: VERIFIER,
      redirectUri,
      email: 'mia@lender.example',
    })
    expect(new URL(page).searchParams.get('login_hint')).toBe('mia@lender.example')
    const answer = await fetch(page, { redirect: 'manual' })
    const to = new URL(answer.headers.get('location') ?? '')
    expect(to.href).toContain(redirectUri)
    expect(to.searchParams.get('state')).toBe(state)
    return to.searchParams
  }
  const redeem = (code: string, codeVerifier = VERIFIER) =>
    service.consent.redeem({ code, codeVerifier, redirectUri })
  const linkOf = (
    credentials: CalendarLink['credentials'],
    renew = vi.fn(async () => undefined),
  ): CalendarLink => ({
    ...{ credentials, calendarId: 'primary', renew },
  })
  const read = (link: CalendarLink) =>
    service.calendars.changes(link, { cursor: null, window: WINDOW, email: '', tentativeIsBusy: true })
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof CalendarFault ? error : Promise.reject(error)),
    )

  it('leads to its page and gives lasting credentials, which name the account and hold no access token', async () => {
    const code = (await visit()).get('code') ?? ''
    const { credentials, account, calendarId } = await redeem(code)
    expect(account).toBe('mia@lender.example')
    expect(Object.keys(credentials)).toEqual(['refreshToken'])
    expect(calendarId).not.toBe('')
    expect(await read(linkOf(credentials))).toMatchObject({ isWhole: true })
    // a code is used once
    expect(await faultOf(redeem(code))).toMatchObject({ kind: 'refused' })
  })

  it('is refused with another verifier, and where the person allows less', async () => {
    const code = (await visit()).get('code') ?? ''
    expect(await faultOf(redeem(code, 'x'.repeat(43)))).toMatchObject({ kind: 'refused' })
    service.oauth.state.person = 'less'
    const fault = await faultOf(redeem((await visit()).get('code') ?? ''))
    service.oauth.state.person = 'cancels'
    expect((await visit()).get('error')).toBe('access_denied')
    service.oauth.state.person = 'allows'
    expect(fault).toMatchObject({ kind: 'refused', message: expect.stringContaining('allow each request') })
  })

  it('replaces an access token that the service no longer accepts, once for requests at the same time', async () => {
    const link = linkOf({ refreshToken: service.oauth.grant() })
    await read(link)
    const before = service.tokenRequests()
    await read(link)
    expect(service.tokenRequests()).toBe(before)
    service.oauth.expire()
    await Promise.all([read(link), read(link), read(link)])
    expect(service.tokenRequests()).toBeLessThanOrEqual(before + 2)
  })

  it.each([
    [{ status: 400, body: { error: 'invalid_grant' } }, 'revoked'],
    [{ status: 400, body: { error: 'interaction_required' } }, 'revoked'],
    [{ status: 401, body: { error: 'invalid_client' } }, 'refused'],
    [{ status: 503, body: 'Service unavailable' }, 'unreachable'],
    [{ status: 429, headers: { 'retry-after': '7' }, body: '' }, 'busy'],
    [{ status: 200, body: { token_type: 'Bearer' } }, 'unreachable'],
    [{ status: 200, body: '<html>' }, 'unreachable'],
  ] as const)('says how the sign-in service failed: %o', async (answer, kind) => {
    service.oauth.state.fault = answer
    const fault = await faultOf(read(linkOf({ refreshToken: `${JSON.stringify(answer)}` })))
    service.oauth.state.fault = null
    expect(fault?.kind).toBe(kind)
    if (kind === 'busy') expect(fault?.retryAfterMs).toBe(7000)
    expect(fault?.message).toMatch(/^[A-Z].*\.$/)
    expect(fault?.message).not.toMatch(/secret-of-a-test|refreshToken/)
  })
})

// Covers: connected-services-2
it('stores the refresh token that replaces another one', async () => {
  const double = await startGraphDouble()
  const { calendars } = createMicrosoftCalendars(double.client, log)
  const renew = vi.fn(async (_credentials: CalendarLink['credentials']) => undefined)
  const { refreshToken } = double.grant()
  const link = { credentials: { refreshToken }, calendarId: 'default', renew }
  const read = (credentials: CalendarLink['credentials']) =>
    calendars.changes(
      { ...link, credentials },
      { cursor: null, window: WINDOW, email: '', tentativeIsBusy: true },
    )
  await read(link.credentials)
  expect(renew).toHaveBeenCalledOnce()
  const next = renew.mock.calls[0]?.[0] ?? {}
  expect(next.refreshToken).toMatch(/^.{20,}$/)
  expect(next.refreshToken).not.toBe(refreshToken)
  await read(next)
  expect(renew).toHaveBeenCalledOnce()
  await double.close()
})
