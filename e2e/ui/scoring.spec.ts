import type { Page } from '@playwright/test'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { demoBroker, openTab, signInAs } from './portal-data.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const scores = (page: Page) => page.getByRole('region', { name: /^Broker Scores/ })

// Covers: scoring-16
test(
  'A score from sample data to an answered appeal: calculated, opened, overridden, seen by the broker, appealed, answered',
  { tag: '@desk-first' },
  async ({ page, signIn }, info) => {
    await signIn(page, 'compliance')
    const [broker] = await (
      await page.request.get(`/api/brokers?q=${encodeURIComponent(demoBroker.email)}`)
    ).json()
    const { score } = await (await page.request.get(`/api/scoring/brokers/${broker.id}/2024-07`)).json()
    const tier = score.tier === 'Watchlist' ? 'Neutral' : 'Watchlist'

    await test.step('sample data is loaded and the month calculated', async () => {
      await page.goto('/scoring')
      await page.getByRole('button', { name: 'Load Sample Data' }).click()
      await page.getByRole('button', { name: 'Load sample data', exact: true }).click()
      await expect(toast(page).getByText(/loaded already|sample loans loaded/)).toBeVisible()
      await expect(page.getByLabel('Month')).toHaveValue('2024-07')
      await page.getByRole('button', { name: 'Calculate Scores' }).click()
      await expect(toast(page).getByText(/^Calculating July 2024/)).toBeVisible()
      await expect(page.getByText('Reward Tier')).toBeVisible()
      await expectAccessible(page, `scoring, ${info.project.name}`)
    })

    await test.step('a score opens with its points', async () => {
      await scores(page).getByLabel('Search scores').fill(broker.name)
      await page.goto(`/scoring?q=${encodeURIComponent(broker.name)}&score=${broker.id}`)
      const panel = page.getByRole('dialog', { name: broker.name })
      await expect(panel.getByText('Where the points come from')).toBeVisible()
      await panel.getByRole('button', { name: /^Show as a table.*Points by criterion/ }).click()
      await expect(panel.getByRole('rowheader', { name: 'Loan performance' })).toBeVisible()
      await expect(panel.getByText('Over the months')).toBeVisible()
      await expectAccessible(page, `a score, ${info.project.name}`)
      await page.keyboard.press('Escape')
    })

    await test.step('the tier is overridden with a reason', async () => {
      await scores(page)
        .getByRole('button', { name: `More for ${broker.name}` })
        .click()
      await page.getByRole('menuitem', { name: 'Override tier' }).click()
      const dialog = page.getByRole('dialog', { name: `Override the tier of ${broker.name}` })
      const submit = dialog.getByRole('button', { name: 'Override tier' })
      await expect(submit).toBeDisabled()
      await dialog.getByLabel('Tier').selectOption(tier)
      await dialog.getByLabel('Reason').fill('  ')
      await expect(submit).toBeDisabled()
      await dialog.getByLabel('Reason').fill('Agreed at the quarterly meeting.')
      await expectAccessible(page, `override, ${info.project.name}`)
      await submit.click()
      await expect(toast(page).getByText(`${broker.name} is ${tier} for July 2024`)).toBeVisible()
      await expect(scores(page).getByText('Override', { exact: true }).first()).toBeVisible()
    })

    await test.step('the broker sees it and appeals', async () => {
      await signInAs(page, demoBroker)
      await openTab(page, 'Score')
      await expect(page.getByText('Agreed at the quarterly meeting.')).toBeVisible()
      await expect(page.getByText('How this score is made')).toBeVisible()
      await expectAccessible(page, `own score, ${info.project.name}`)
      await page.getByRole('button', { name: 'Appeal', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Appeal against the score for July 2024' })
      await dialog.getByRole('button', { name: 'Send appeal' }).click()
      await expect(dialog.getByText('Say what is wrong with the score')).toBeVisible()
      await dialog.getByLabel('What is wrong').fill(`Two loans are not mine (${info.project.name}).`)
      await dialog.getByRole('button', { name: 'Send appeal' }).click()
      await expect(page.getByText('Waits for an answer')).toBeVisible()
    })

    await test.step('a person answers, and the broker reads it', async () => {
      await page.goto('/scoring')
      const appeals = page.getByRole('region', { name: 'Appeals' })
      await appeals.getByRole('button', { name: `Answer the appeal of ${broker.name}` }).click()
      const dialog = page.getByRole('dialog', { name: `Answer the appeal of ${broker.name}` })
      await dialog.getByLabel('Upheld').check()
      await dialog.getByLabel('Answer', { exact: true }).fill('You are right; they are corrected.')
      await dialog.getByRole('button', { name: 'Send answer' }).click()
      await expect(toast(page).getByText('The answer is on its way to the broker')).toBeVisible()
      await page.goto('/broker-portal?tab=score')
      await expect(page.getByText('Our answer: You are right; they are corrected.').first()).toBeVisible()
    })
  },
)

// Covers: scoring-17
test('Red figures, filters and errors of the scores are as specified', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  await signIn(page, 'compliance')
  const rows = (await (
    await page.request.get('/api/scoring/broker-scores/2024-06?sort=score&limit=50')
  ).json()) as ScoreRow[]
  const bad = rows.find(({ score }) => (score.reworkRate ?? 0) > 20)
  if (!bad) throw new Error('nobody of the demo world has a rework rate above 20%')
  await page.goto(`/scoring?month=2024-06&q=${encodeURIComponent(bad.broker.name)}`)
  const row = scores(page).getByRole('row').filter({ hasText: bad.broker.name }).first()
  const red = row.getByText(`${bad.score.reworkRate?.toFixed(1)}%`).first()
  await expect(red).toHaveClass(/text-red-ink/)
  await expect(page.getByLabel('Month')).toHaveValue('2024-06')

  await test.step('a failed read offers to try again and to sign in again', async () => {
    allowError(/401|500/)
    await page.route('**/api/scoring/stats*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken', code: 'internal', requestId: 'x' } }),
    )
    await page.goto('/scoring')
    await expect(page.getByText('Unable to Load Scoring Data')).toBeVisible()
    await expectAccessible(page, 'scoring that failed')
    await expect(page.getByRole('button', { name: 'Login Again' })).toBeVisible()
    await page.unroute('**/api/scoring/stats*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Average Score')).toBeVisible()
  })

  await test.step('failed writes say so in the specified words', async () => {
    for (const [path, button, message] of [
      ['calculate', 'Calculate Scores', 'Failed to calculate broker scores'],
      ['load-sample-data', 'Load Sample Data', 'Failed to load sample data'],
    ] as const) {
      await page.route(`**/api/scoring/${path}`, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('button', { name: button }).click()
      if (path === 'load-sample-data')
        await page.getByRole('button', { name: 'Load sample data', exact: true }).click()
      await expect(toast(page).getByText(message)).toBeVisible()
    }
  })

  await test.step('a page instead of data leads to the sign-in', async () => {
    await page.route('**/api/scoring/stats*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in</p>' }),
    )
    await page.goto('/scoring')
    // the page leaves while it still loads: waiting for that load itself would fail
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/scoring')
    await page.unroute('**/api/scoring/stats*')
  })

  await test.step('who is signed out is told so', async () => {
    await page.context().clearCookies()
    await page.goto('/scoring')
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
    await expectAccessible(page, 'scoring without a session')
    await page.getByRole('button', { name: 'Go to Login' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

// Covers: scoring-8
test('An import of loans opens by its address with its own columns, and says when it cannot be loaded', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/404/)
  await signIn(page, 'admin')
  const upload = async (number: string) => {
    const text = `${number},broker_asic_number,lodged_on,amount,reworked,defaulted\nUI-9,1,2025-03-04,1,0,0\n`
    const file = { name: `${number}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
    const made = await page.request.post('/api/scoring/imports', { multipart: { file } })
    return (await made.json()).id as number
  }
  const [first, second] = [await upload('loan_id'), await upload('loan_number')]
  await page.goto(`/scoring/loans?import=${first}`)
  for (const column of ['loan_id', 'loan_number', 'loan_id']) {
    await page.getByText(`${column}.csv`).last().click()
    await expect(page.getByLabel('Loan number')).toHaveValue(column)
  }
  for (const id of [first, second]) await page.request.delete(`/api/scoring/imports/${id}`)

  await page.goto('/scoring/loans?import=999999')
  await expect(page.getByText('The import could not be loaded.')).toBeVisible()
  await expect(page.getByLabel('CSV or Excel file of loans')).toHaveCount(0)
  await page.getByRole('button', { name: 'Another file' }).click()
  await expect(page.getByLabel('CSV or Excel file of loans')).toBeVisible()
})

// Covers: scoring-20
test('Loans are uploaded, corrected, imported and undone; a scorecard is drafted, compared and discarded', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/400/)
  await signIn(page, 'admin')
  // one of the demo world: brokers of other tests may share an ASIC number or have none
  const [broker] = await (
    await page.request.get(`/api/brokers?q=${encodeURIComponent(demoBroker.email)}`)
  ).json()
  const upload = async (text: string) => {
    await page
      .getByLabel('CSV or Excel file of loans')
      .setInputFiles({ name: 'loans.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await page.goto('/scoring/loans')
  await upload('Name,Phone\nAnn,1\n')
  await expect(page.getByText('The file has no column for Loan number')).toBeVisible()
  const header = 'loan_id,broker_asic_number,lodged_on,amount,reworked,defaulted'
  await upload(`${header}\nUI-1,${broker.asicNumber},2025-03-04,500000,0,0\nUI-2,1,2025-03-04,500000,0,0\n`)
  await expect(page.getByText('Lodged in March 2025 (1).')).toBeVisible()
  await expect(page.getByText('No broker in the directory has this ASIC number')).toBeVisible()
  await expectAccessible(page, 'loans before they are imported')
  await page.getByRole('button', { name: 'Import 1 loan' }).click()
  await expect(toast(page).getByText(/1 loan added/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone').first()).toBeVisible()

  await page.goto('/scoring/scorecard')
  await page.getByLabel('Weight', { exact: true }).first().fill('30')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(page).getByText(/The weights add to .*they have to add to 100%/)).toBeVisible()
  await page.getByLabel('Weight', { exact: true }).nth(1).fill('15')
  await expect(page.getByText('The weights add to 100%.')).toBeVisible()
  await test.step('points by value: a pair is added, refused out of order, corrected and removed', async () => {
    const loan = page.getByRole('group', { name: 'Loan performance' })
    await loan.getByRole('button', { name: 'Edit Loan performance' }).click()
    await loan.getByRole('button', { name: 'Add value' }).click()
    await expect(loan.getByLabel('Default rate 6')).toBeFocused()
    await page.keyboard.type('7')
    await loan.getByLabel('Points 6').fill('0')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(loan.getByRole('alert')).toHaveText('The values have to rise from one line to the next')
    await loan.getByLabel('Default rate 6').fill('9')
    await loan.getByRole('button', { name: 'Remove value 5' }).click()
    await expect(loan.getByLabel('Default rate 5')).toHaveValue('9')
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/the average goes from/)).toBeVisible()
  await expectAccessible(page, 'draft of a scorecard')
  await test.step('publishing shows the effect and asks for the reason', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the scorecard?' })
    await expect(dialog.getByText(/the average goes from/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog.getByText('Say what changes, and why')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('a draft that a colleague removed is not published', async () => {
    await page.route('**/api/scoring/scorecards/draft/preview', (route) => route.fulfill({ json: null }))
    await page.reload()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the scorecard?' })
    await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveAccessibleDescription(
      'There is no draft any more.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('region', { name: 'Effect of the draft' })).toHaveCount(0)
})
