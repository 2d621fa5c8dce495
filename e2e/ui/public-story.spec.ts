import type { Browser, Page } from '@playwright/test'
import ICAL from 'ical.js'
import type { Broker } from '#contract/brokers/brokers.ts'
import type { OutboxMessage, OutboxMessageDetails } from '#contract/messages/messages.ts'
import type { AttributionReport } from '#contract/microsites/microsites.ts'
import { makeBroker, makeCampaign, ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { approveAnyhow, NEEDS_JUSTIFICATION } from './justify-approval.ts'
import { chooseTime, freeDay, linkIn, mailsTo } from './public-booking.ts'

/** The smallest whole PDF. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n96\n%%EOF\n',
)

interface Called {
  email: string
  /** Path of the link that the call's message carries. */
  link: string
  micrositeId: number
}

/** A number for test calls, reserved for fiction; its last digit asks for the link. */
const MOBILES = ['+61491571491', '+61491576801']

/**
 * A campaign with a microsite calls one broker, whose fixed line gets the link by email, or tries its script out on a
 * mobile, which gets it by SMS. The page is signed in as admin.
 */
async function askedForLink(
  page: Page,
  { name, by }: { name: string; by: 'campaign' | 'test call' },
): Promise<Called> {
  // a campaign without an audience would call all brokers of the demo world before this one
  const audience = await page.request.post('/api/audiences', {
    data: { name, rules: [{ kind: 'region', regions: ['ACT'] }] },
  })
  expect(audience.status(), await audience.text()).toBe(201)
  const { id: audienceId } = (await audience.json()) as { id: number }
  const campaign = await makeCampaign(page, { name, audienceId })
  const site = await page.request.post('/api/microsites', {
    data: {
      name,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      campaignId: campaign.id,
      heroTitle: 'Lending that keeps its word',
      heroSubtitle: 'For brokers with self-employed clients',
      productName: 'Harbour Variable',
      description: 'A variable rate home loan for owner-occupiers.',
      ctaButtonUrl: new URL('/booking', page.url()).href,
    },
  })
  expect(site.status(), await site.text()).toBe(201)
  const { id } = await makeBroker(page, { name: `${name} Broker`, digit: 1, region: 'ACT' })
  const listed = (await (await page.request.get('/api/suppressions?limit=100')).json()) as {
    phoneNumber: string
  }[]
  const suppressed = new Set(listed.map(({ phoneNumber }) => phoneNumber))
  // the demo world and other tests suppress some of the fictitious mobiles
  const mobile = MOBILES.find((number) => !suppressed.has(number)) ?? ''
  const started =
    by === 'campaign'
      ? await page.request.post(`/api/campaigns/${campaign.id}/start-calls`)
      : await page.request.post('/api/calls/test', { data: { phoneNumber: mobile, campaignId: campaign.id } })
  expect(started.ok(), await started.text()).toBe(true)
  const broker = (await (await page.request.get(`/api/brokers/${id}`)).json()) as Broker
  const email = broker.email ?? ''
  const [channel, recipient] = by === 'campaign' ? ['email', email] : ['sms', mobile]
  let link = ''
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/messages?channel=${channel}&limit=200`)
        const messages = (await answer.json()) as OutboxMessage[]
        const found = messages.find(({ to }) => to === recipient)
        const details = found && (await page.request.get(`/api/messages/${found.id}`))
        const { body } = ((await details?.json()) ?? { body: '' }) as { body: string }
        link = /https?:\/\/[^\s/]+(\/s\/\S+)/.exec(body)?.[1] ?? ''
        return link
      },
      { timeout: 90_000 },
    )
    .not.toBe('')
  const { id: micrositeId } = (await site.json()) as { id: number }
  return { email, link, micrositeId }
}

/** The calendar entry of the newest mail to an address. */
async function invitation(page: Page, email: string, sequence: number): Promise<ICAL.Component> {
  let calendar: ICAL.Component | undefined
  await expect
    .poll(async () => {
      const [newest] = await mailsTo(page, email)
      const answer = await page.request.get(`/api/messages/${newest?.id ?? 0}`)
      const details = (await answer.json()) as OutboxMessageDetails
      if (!details.invitation) return null
      calendar = new ICAL.Component(ICAL.parse(details.invitation.ics))
      return calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('sequence') ?? 0
    })
    .toBe(sequence)
  if (!calendar) throw new Error('the mail carries no calendar entry')
  return calendar
}

const entryOf = (calendar: ICAL.Component): ICAL.Event =>
  new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)

/** Somebody else's browser, as wide as this one. */
async function stranger(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
  })
  return context.newPage()
}

test.use({ serverEnv: ownAfternoon('12:20') })

test.describe('A called broker', () => {
  test.setTimeout(240_000)

  // Covers: bookings-10
  test('called broker: from the link by email to a meeting that is booked, moved and cancelled', {
    tag: '@phone',
  }, async ({ page, browser, signIn, watchErrors }) => {
    await page.goto('/')
    await signIn(page, 'admin')
    const story = await askedForLink(page, { name: 'Story Meeting', by: 'campaign' })
    const { email, link } = story

    const visitor = await stranger(browser, page)
    watchErrors(visitor.context())
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Lending that keeps its word' })).toBeVisible()
    expect(new URL(visitor.url()).searchParams.get('utm_medium')).toBe('email')
    await visitor.getByRole('link', { name: 'Book a meeting' }).first().click()
    await expect(visitor.getByRole('heading', { name: 'Book a Meeting with BDM' })).toBeVisible()
    // the microsite passes on the key, which proves that the link was sent to this broker
    expect(new URL(visitor.url()).searchParams.get('key')).toMatch(/^[\w-]+\.[\w-]+$/)
    const first = await freeDay(visitor)
    const [taken, other] = first.slots
    if (!taken || !other) throw new Error('the day has two free times')
    await chooseTime(visitor, { date: first.date, slot: taken })
    await expect(visitor.getByText('Video call (link will be sent)')).toBeVisible()
    await visitor.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(visitor.getByText('Meeting Booked Successfully!').first()).toBeVisible()

    const query = `by=source&micrositeId=${story.micrositeId}`
    const report = await page.request.get(`/api/attribution?${query}`)
    // a browser without a window counts as a robot, not as a visit
    expect(((await report.json()) as AttributionReport).rows).toMatchObject([
      { value: 'brokerline', bookings: 1 },
    ])

    const booked = entryOf(await invitation(page, email, 0))
    expect(booked.startDate.toJSDate().toISOString()).toBe(new Date(taken.start).toISOString())
    expect(booked.endDate.toJSDate().getTime() - booked.startDate.toJSDate().getTime()).toBe(3_600_000)

    await visitor.goto(await linkIn(page, email, '/booking/manage/'))
    await visitor.getByRole('button', { name: 'Choose another time' }).click()
    await chooseTime(visitor, { date: first.date, slot: other })
    await visitor.getByRole('button', { name: 'Move meeting' }).click()
    await expect(visitor.getByText(/Your meeting has moved to/)).toBeVisible()
    const moved = entryOf(await invitation(page, email, 1))
    expect(moved.uid).toBe(booked.uid)
    expect(moved.startDate.toJSDate().toISOString()).toBe(new Date(other.start).toISOString())

    await visitor.getByRole('button', { name: 'Cancel meeting' }).click()
    await visitor.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click()
    await expect(visitor.getByText('Your meeting is cancelled')).toBeVisible()
    const cancelled = await invitation(page, email, 2)
    expect(cancelled.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(entryOf(cancelled).uid).toBe(booked.uid)
    // the time is free again for the next visitor
    await visitor.goto('/booking')
    const offered = await freeDay(visitor)
    expect(offered.slots.map(({ start }) => start)).toContain(taken.start)
    await visitor.context().close()
  })

  test('called broker: from the SMS link to an accreditation that is kept, resumed, submitted and approved', {
    tag: '@phone',
  }, async ({ page, browser, signIn, watchErrors, allowError }) => {
    allowError(NEEDS_JUSTIFICATION)
    await page.goto('/')
    await signIn(page, 'admin')
    const { link } = await askedForLink(page, { name: 'Story Accreditation', by: 'test call' })
    const email = 'imogen.hart@example.com'

    const visitor = await stranger(browser, page)
    watchErrors(visitor.context())
    await visitor.goto(link)
    await visitor.getByRole('link', { name: 'Start Accreditation' }).first().click()
    await expect(visitor.getByRole('heading', { name: 'Broker accreditation' })).toBeVisible()
    await visitor.getByLabel('First name').fill('Imogen')
    await visitor.getByLabel('Last name').fill('Hart')
    await visitor.getByLabel('Email').fill(email)
    await visitor
      .getByLabel('Professional indemnity insurance')
      .setInputFiles({ name: 'indemnity.pdf', mimeType: 'application/pdf', buffer: PDF })
    await visitor.getByRole('button', { name: 'Save Draft' }).click()
    await expect(visitor.getByText('Draft saved').first()).toBeVisible()
    await visitor.context().close()

    const elsewhere = await stranger(browser, page)
    watchErrors(elsewhere.context())
    await elsewhere.goto(await linkIn(page, email, '/accreditation/resume/'))
    await expect(elsewhere.getByLabel('First name')).toHaveValue('Imogen')
    await expect(elsewhere.getByText('indemnity.pdf', { exact: true }).first()).toBeVisible()
    await elsewhere.getByLabel('Phone').fill('0491 570 313')
    await elsewhere.getByLabel('Company').fill('Hart Finance')
    await elsewhere.getByLabel('ASIC number').fill('512345')
    await elsewhere.getByLabel('Membership').selectOption('MFAA')
    await elsewhere.getByRole('checkbox', { name: /I agree to the/ }).check()
    await elsewhere.getByRole('button', { name: 'Submit Application' }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Application received' })).toBeVisible()
    const status = elsewhere.getByRole('link', { name: 'See the status of your application' })

    await signIn(page, 'compliance')
    await page.goto('/brokers/applications')
    await page.getByRole('button', { name: 'Open the application of Imogen Hart' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('Hart Finance').first()).toBeVisible()
    await panel.getByRole('button', { name: 'Approve' }).click()
    const decision = page.getByRole('dialog', { name: /Approve/ })
    await decision.getByLabel('Create a new broker').check()
    await approveAnyhow(decision)
    await expect(panel.getByText('Approved', { exact: true }).first()).toBeVisible()

    await status.click()
    await expect(elsewhere.getByText(/Approved/).first()).toBeVisible()
    await elsewhere.context().close()
    await page.goto('/brokers?q=Imogen')
    await page.getByRole('button', { name: 'Open Imogen Hart', exact: true }).click()
    await expect(
      page.getByRole('dialog', { name: 'Imogen Hart' }).getByText('Hart Finance').first(),
    ).toBeVisible()
  })
})
