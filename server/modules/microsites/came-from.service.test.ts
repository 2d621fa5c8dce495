import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AttributionReport } from '#contract/microsites/microsites.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { addBdm, addBroker, known, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { addMicrosite } from '#test/worlds/microsites-world.ts'

let app: TestApp
let slug: string
let siteId: number
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  await addBdm(app)
  ;({ slug, id: siteId } = await addMicrosite(app))
})
afterAll(() => app?.close())

/** The facts of the page that a link of the microsite leads to, opened with this query. */
async function factsBehind(query: string, to: '/booking' | '/accreditation') {
  const { body } = await visitor(app).get(`/microsite/${slug}?${query}`)
  const href = new RegExp(`href="(${to}[^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(href).toContain(to)
  const page = await visitor(app).get(href)
  return JSON.parse(/<script id="facts"[^>]*>(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}')
}

async function creditedTo(source: string): Promise<{ bookings: number; applications: number }> {
  const viewer = await staffClient(app, 'viewer')
  const report: AttributionReport = (
    await viewer.get(`/api/attribution?by=source&micrositeId=${siteId}`)
  ).json()
  const row = report.rows.find(({ value }) => value === source)
  return { bookings: row?.bookings ?? 0, applications: row?.applications ?? 0 }
}

it('a meeting that a stranger books from a microsite is credited to what led them there', async () => {
  const facts = await factsBehind('utm_source=newsletter&utm_medium=email', '/booking')
  expect(facts.cameFrom).toBe(`site=${slug}&utm_source=newsletter&utm_medium=email`)
  const answer = await post(app, someone({ cameFrom: facts.cameFrom }))
  expect(answer.statusCode, answer.body).toBe(201)
  expect(await creditedTo('newsletter')).toEqual({ bookings: 1, applications: 0 })
})

it('an application is credited to where its draft was begun, also when it is sent from the mailed link', async () => {
  const { cameFrom } = await factsBehind('utm_source=linkedin', '/accreditation')
  const email = 'far.away@example.com'
  const draft = applicationForm({ ...applicant, email, cameFrom }, [])
  const saved = await visitor(app).send('POST', '/api/accreditations/drafts', undefined, draft)
  expect(saved.statusCode, saved.body).toBe(201)
  const form = applicationForm({ ...applicant, email, draft: saved.json().token }, [
    { name: 'piInsurance', bytes: pdf() },
  ])
  const sent = await visitor(app).send('POST', '/api/accreditations', undefined, form)
  expect(sent.statusCode, sent.body).toBe(201)
  expect(await creditedTo('linkedin')).toEqual({ bookings: 0, applications: 1 })
})

it('a broker’s meeting is credited to the page it was booked from, not to another visit of theirs', async () => {
  const brokerId = await addBroker(app, { phone: '+61491570156' })
  await app.connection.db
    .insertInto('visits')
    .values({
      ...{ micrositeId: siteId, at: new Date(SUNDAY.getTime() - 1000), day: '2026-11-22', brokerId },
      ...{ visitor: Buffer.alloc(32), device: 'phone', utmSource: 'brokerline' },
    })
    .execute()
  const { cameFrom } = await factsBehind('utm_source=google', '/booking')
  const scheduledDate = '2026-11-25T09:00:00+11:00'
  const answer = await post(app, someone({ ...known(app, brokerId), scheduledDate, cameFrom }))
  expect(answer.statusCode, answer.body).toBe(201)
  expect([await creditedTo('google'), await creditedTo('brokerline')]).toEqual([
    { bookings: 1, applications: 0 },
    { bookings: 0, applications: 0 },
  ])
})

it.each([
  'rubbish',
  'site=no-such-page&utm_source=x',
  'x'.repeat(5000),
])('keeps nobody from booking: %.40s', async (cameFrom) => {
  const day = 26 + ['rubbish', 'site=no-such-page&utm_source=x'].indexOf(cameFrom)
  const answer = await post(
    app,
    someone({ scheduledDate: `2026-11-${Math.max(day, 24)}T11:00:00+11:00`, cameFrom }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
})
