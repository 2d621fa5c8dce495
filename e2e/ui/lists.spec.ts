import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('The end of a list that does not load says so and waits for the next try; a record opened there says so too', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/500/)
  await signIn(page, 'lender')
  let requests = 0
  await page.route('**/api/brokers?*cursor=*', (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/brokers')
  const alert = page.getByRole('alert').filter({ hasText: 'More brokers could not be loaded.' })
  const last = page.getByRole('row').last()
  const count = page.getByText(/\d+ of \d+ brokers/)
  await count.scrollIntoViewIfNeeded()
  await expect(alert).toContainText('Something went wrong on our side.')
  await expectAccessible(page, 'a list whose end does not load')
  // The end of the list stayed in view: a change event in between may cause one more request, but no loop.
  expect(requests).toBeLessThan(3)

  const [shown = ''] = (await count.innerText()).split(' of ')
  await last.getByRole('cell').nth(2).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(`${shown} of`)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Next broker' })).toHaveAccessibleDescription(
    /The next ones could not be loaded/,
  )
  expect(requests).toBeLessThan(4)
  await page.keyboard.press('Escape')

  await page.unroute('**/api/brokers?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByText(`${shown} of`)).toBeHidden()
  expect(Number(shown)).toBeGreaterThan(0)
})

// Covers: console-toasts-31
test('A long list draws its rows after a long list above it has grown', { tag: '@deep' }, async ({
  page,
  signIn,
  stopLive,
}) => {
  await stopLive(page)
  await signIn(page, 'admin')
  const when = (index: number) => new Date(Date.UTC(2026, 10, 23) - index * 60_000).toISOString()
  const answerPages = (path: string, itemAt: (index: number) => object) =>
    page.route(new RegExp(`${path}(\\?|$)`), (route) => {
      const url = new URL(route.request().url())
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const limit = Number(url.searchParams.get('limit') ?? 100)
      const next = `${path}?cursor=${from + limit}&limit=${limit}`
      return route.fulfill({
        json: Array.from({ length: limit }, (_, index) => itemAt(from + index)),
        headers: { 'x-total-count': '900', ...(from + limit < 900 && { link: `<${next}>; rel="next"` }) },
      })
    })
  await answerPages('/api/jobs/failed', (index) => ({
    ...{ id: 900 - index, task: 'messages.send', attempts: 25, maxAttempts: 25 },
    ...{ lastError: 'connection lost', createdAt: when(index) },
  }))
  await answerPages('/api/jobs', (index) => ({
    ...{ id: 900 - index, jobId: index + 1, task: `Job ${index}`, scheduled: false, attempt: 1 },
    ...{ result: 'done', error: null, startedAt: when(index), milliseconds: 12 },
  }))
  await page.goto('/settings?tab=system&part=jobs')
  const failed = page.getByRole('region', { name: 'Failed jobs', exact: true })
  const log = page.getByRole('region', { name: 'Job log', exact: true })
  await expect(log.getByRole('cell', { name: 'Job 0', exact: true })).toBeAttached()
  for (const [list, grown] of [
    [log, /^1[0-4]\d of 900 /],
    [failed, /^[2-3]\d\d of 900 /],
  ] as const) {
    await expect(async () => {
      if (!(await list.getByText(grown).isVisible()))
        await list.getByRole('button', { name: 'Load more' }).click()
      await expect(list.getByText(grown)).toBeAttached({ timeout: 1_000 })
    }).toPass()
  }
  // every screenful of the list below holds rows
  for (const job of [0, 30, 60, 90]) {
    const row = log.getByRole('cell', { name: `Job ${job}`, exact: true })
    await log.evaluate((panel, rows) => {
      const top = panel.getBoundingClientRect().top + window.scrollY
      window.scrollTo(0, top + rows * 44)
    }, job)
    await expect(row).toBeInViewport()
  }
})

// Covers: http-conventions-9
test('A long list shows its rows first and its exact total after them', async ({
  page,
  signIn,
  stopLive,
}) => {
  await stopLive(page)
  await signIn(page, 'admin')
  const counted = Promise.withResolvers<void>()
  await page.route(/\/api\/audit(\?|$)/, async (route) => {
    const isExact = new URL(route.request().url()).searchParams.get('total') === 'exact'
    if (isExact) await counted.promise
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-total-count': isExact ? '1283' : '1000+' }
    await route.fulfill({ response, headers })
  })
  await page.goto('/settings?tab=system&part=audit')
  const audit = page.getByRole('region', { name: 'Audit log', exact: true })
  await expect(audit.getByRole('row').nth(1)).toBeAttached()
  await expect(audit.getByText(/of more than 1,000 entries/)).toBeAttached()
  counted.resolve()
  await expect(audit.getByText(/of 1,283 entries/)).toBeAttached()
})
