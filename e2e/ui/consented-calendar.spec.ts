import type { Bdm } from '#contract/bookings/bdms.ts'
import { CALENDAR_RETURN } from '#contract/bookings/calendar-consent.ts'
import { type GoogleDouble, startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { CALENDAR_CLIENT } from '#test/doubles/calendars/oauth.ts'
import { startServer } from '#test/product/server.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect } from './fixtures.ts'
import { toastOf } from './toast.ts'

/** A server whose Google is played on this machine. */
const test = base.extend<object, { google: GoogleDouble }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const google = await startGoogleDouble()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ serverEnv, google }, use) => {
      const server = await startServer({
        copyOf: process.env.DEMO_WORLD,
        env: {
          GOOGLE_CALENDAR_CLIENT_ID: CALENDAR_CLIENT.clientId,
          GOOGLE_CALENDAR_CLIENT_SECRET: CALENDAR_CLIENT.clientSecret,
          GOOGLE_CALENDAR_BASE_URL: google.url,
          ...serverEnv,
        },
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// Covers: connected-services-2
test('A calendar of Google is connected on its own page, or says why not', { tag: '@deep' }, async ({
  page,
  signIn,
  server,
  google,
}) => {
  google.oauth.state.redirectUri = `${server.url}${CALENDAR_RETURN}/google`
  await signIn(page, 'lender')
  const answer = await page.request.post('/api/bdms', {
    data: { name: 'Mia Wong', email: 'mia@lender.example' },
  })
  const { id } = (await answer.json()) as Bdm // the contract's type
  await page.goto(`/bookings?tab=bdms&manager=${id}`)
  const section = page.getByRole('region', { name: 'Connected calendar', exact: true })
  google.oauth.state.person = 'cancels'
  await section.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await expect(toastOf(page, 'Connecting was cancelled. Start again when you are ready.')).toBeVisible()
  expect(new URL(page.url()).searchParams.has('calendar')).toBe(false)
  google.oauth.state.person = 'allows'
  await section.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await expect(toastOf(page, 'The calendar is connected. Its busy times are being read.')).toBeVisible()
  await expect(section).toContainText('mia@lender.example')
  await expect(section).toContainText('Google Calendar')
  await expectAccessible(page, 'a calendar connected on a page of its service')
})
