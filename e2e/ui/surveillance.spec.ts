import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Broker } from '#contract/brokers/brokers.ts'
import { bannedPerson, bytesOf } from '#test/worlds/register-rows.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const flagged = (page: Page) => page.getByRole('region', { name: 'Flagged Brokers' })
const registers = (page: Page) => page.getByRole('region', { name: 'Registers' })
const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'compliance')
})

// Covers: surveillance-36
test(
  'A compliance officer’s morning: a new register, an alert, the task, the evidence, the decision',
  { tag: '@desk-first' },
  async ({ page, allowError }, info) => {
    allowError(/400/)
    const [broker] = (await (
      await page.request.get('/api/brokers?region=WA&sort=name&limit=1')
    ).json()) as Broker[]
    if (!broker) throw new Error('the demo world has no broker in Western Australia')
    const [given = '', ...rest] = broker.name.split(' ')
    const name = `${rest.join(' ')}, ${given}`.toUpperCase()

    await test.step('the new register is uploaded', async () => {
      await page.goto('/surveillance')
      await registers(page).getByRole('button', { name: 'Upload Banned and disqualified persons' }).click()
      const dialog = page.getByRole('dialog', { name: 'Upload Banned and disqualified persons' })
      await expectAccessible(page, `upload of a register, ${info.project.name}`)
      const others = Array.from({ length: 130 }, (_, at) =>
        bannedPerson(`#0995${at}`, `QUIBELL, ODO ${at}`, { BD_PER_ADD_STATE: 'NT' }),
      )
      const file = (rows: typeof others) => ({
        name: 'bd_per.csv',
        mimeType: 'text/csv',
        buffer: bytesOf('banned_persons', rows),
      })
      await dialog.getByLabel('File').setInputFiles(file(others.slice(0, 9)))
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(dialog.getByText('less than half of the')).toBeVisible()
      await dialog
        .getByLabel('File')
        .setInputFiles(
          file([...others, bannedPerson(`#0996${info.workerIndex}`, name, { BD_PER_ADD_STATE: 'WA' })]),
        )
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(toast(page).getByText('131 rows')).toBeVisible()
    })

    await test.step('the broker is flagged by itself, and a task leads to the evidence', async () => {
      await expect(flagged(page).getByRole('link', { name: broker.name })).toBeVisible()
      // the address is shown for a company too
      await expect(
        flagged(page)
          .getByText(broker.email ?? broker.name)
          .first(),
      ).toBeVisible()
      await page.goto('/tasks?kind=compliance_review')
      await page
        .getByRole('link', { name: new RegExp(`Open Compliance review, ${broker.name}`) })
        .or(page.getByText(broker.name))
        .first()
        .click()
      await page.getByRole('link', { name: 'Review what was found' }).click()
    })

    const review = page.getByRole('dialog', { name: `Review ${broker.name}` })
    await test.step('the evidence stands beside the record', async () => {
      await expect(review.getByText('The name is the same: every word agrees')).toBeVisible()
      await expect(review.getByText('In the same state or postcode')).toBeVisible()
      await expect(review.getByText('95 High')).toBeVisible()
      await expectAccessible(page, `compliance review, ${info.project.name}`)
    })

    await test.step('a decision needs its reason, and is told', async () => {
      await expect(review.getByRole('radio', { checked: true })).toHaveCount(0)
      await review.getByRole('button', { name: 'Save decision' }).click()
      await expect(review.getByText('Choose what to do')).toBeVisible()
      await expect(review.getByText('Say why, in a sentence or two')).toBeVisible()
      await review.getByRole('radio', { name: /^Suspend/ }).check()
      await review.getByLabel('Reason').selectOption('Banned or disqualified by ASIC')
      await review.getByLabel('Notes').fill('Date of birth and address agree with the order.')
      await review.getByRole('button', { name: 'Suspend broker' }).click()
      await expect(toast(page).getByText(/was suspended/)).toBeVisible()
      await expect(
        flagged(page)
          .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
          .filter({ hasText: broker.name })
          .getByText('Suspended', { exact: true }),
      ).toBeVisible()
      const stored = (await (await page.request.get(`/api/brokers/${broker.id}`)).json()) as Broker
      expect(stored.suspended).toBe(true)
    })

    await test.step('opened again, the dialog offers the actions of a suspended broker', async () => {
      const shown = flagged(page)
        .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
        .filter({ hasText: broker.name })
      await shown.getByRole('button', { name: /^Review/ }).click()
      await expect(review.getByRole('radio')).toHaveCount(2)
      await expect(review.getByRole('radio', { name: /^Reinstate/ })).toBeVisible()
      await page.keyboard.press('Escape')
      // as it was, for the other tests of this world
      await page.request.post(`/api/surveillance/brokers/${broker.id}/review`, {
        data: { action: 'clear', notes: 'Put back' },
      })
    })
  },
)

// Covers: surveillance-36
test('Check failures say so, a viewer sees why nothing can be pressed, and sources and history open', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  await page.goto('/surveillance')
  await expect(page.getByText('Compliance Rate')).toBeVisible()
  await expectAccessible(page, 'surveillance')
  const more = flagged(page)
    .getByRole('button', { name: /^More for / })
    .first()
  await more.click()
  await page.getByRole('menuitem', { name: 'External sources' }).click()
  const sources = page.getByRole('dialog', { name: 'External sources' })
  await expect(sources.getByText('Our record')).toBeVisible()
  await expect(sources.getByText('CC BY 3.0 AU')).toBeVisible()
  await page.keyboard.press('Escape')
  await more.click()
  await page.getByRole('menuitem', { name: 'Compliance history' }).click()
  const history = page.getByRole('dialog', { name: 'Compliance history' })
  await expect(history.getByText('ASIC registers').first()).toBeVisible()
  await expectAccessible(page, 'compliance history')
  await page.keyboard.press('Escape')

  allowError(/500/)
  await page.route('**/run-manual-check', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Run Manual Check' }).click()
  await expect(toast(page).getByText('Check Failed')).toBeVisible()
  await expect(toast(page).getByText('Failed to start surveillance check')).toBeVisible()

  await signIn(page, 'viewer')
  await page.goto('/surveillance')
  await expect(page.getByRole('button', { name: 'Run Manual Check' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

// Covers: surveillance-33
test(
  'Living registers: who left a licensee, who is new and becomes a prospect, and the risk of the last weeks as a table',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn, allowError }, info) => {
    allowError(/400/)
    await signIn(page, 'admin')
    await page.goto('/surveillance')
    const licensees = page.getByRole('region', { name: 'Licensees on our panel' })
    await licensees.getByRole('button', { name: 'Add licensee' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add licensee' })
    await dialog.getByLabel('Australian credit licence number').fill('990077')
    await dialog.getByRole('button', { name: 'Add licensee' }).click()
    await expect(dialog.getByText('does not have this number')).toBeVisible()
    const [number, name] =
      info.project.name === 'phone'
        ? ['990805', 'FERNLEAF CREDIT SERVICES 6 PTY LTD']
        : ['990806', 'GUMNUT CREDIT SERVICES 7 PTY LTD']
    await dialog.getByLabel('Australian credit licence number').fill(number)
    await dialog.getByRole('button', { name: 'Add licensee' }).click()
    await expect(toast(page).getByText(`${name} was added`)).toBeVisible()
    await licensees.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(toast(page).getByText(/was removed/)).toBeVisible()
    const moves = licensees.getByRole('button', { name: /^Details of/, disabled: false }).first()
    await moves.click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/^(Joined|Left)$/)
        .first(),
    ).toBeVisible()
    await expectAccessible(page, `moves, ${info.project.name}`)
    await page.keyboard.press('Escape')

    const risk = page.getByRole('region', { name: 'Risk over time' })
    await risk.getByRole('button', { name: /^Show as a table/ }).click()
    await expect(risk.getByRole('columnheader', { name: 'Flagged, high risk' })).toBeVisible()
    await expectAccessible(page, `surveillance with registers, ${info.project.name}`)

    await registers(page).getByRole('button', { name: 'Changes of Credit representatives' }).click()
    const changes = page.getByRole('dialog', { name: 'Changes of Credit representatives' })
    await changes.getByLabel('State').selectOption(info.project.name === 'phone' ? 'QLD' : 'VIC')
    await changes.getByRole('button', { name: 'Add as prospects' }).click()
    await page.getByRole('button', { name: 'Add prospects' }).click()
    await expect(toast(page).getByText(/added to the directory, without a number to call/)).toBeVisible()
  },
)

// Covers: sealed-7
test(
  'Compliance staff see that rows are sealed, and export them with their proofs',
  { tag: '@deep' },
  async ({ page }, info) => {
    await page.goto('/surveillance')
    const log = page.getByRole('region', { name: 'Transparency log' })
    // the first rows are sealed within a minute of the start
    await expect(log.getByText(/rows signed/)).toBeVisible({ timeout: 60_000 })
    await expect(log.getByText('No witness set up')).toBeVisible()
    await expect(log.getByLabel('Public key of the log')).toHaveValue(/^localhost.*\/log\+[0-9a-f]{8}\+/)
    await expectAccessible(page, `surveillance with the log, ${info.project.name}`)
    await log.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export sealed rows' })
    await expectAccessible(page, `export of sealed rows, ${info.project.name}`)
    await dialog.getByLabel('Rows of').selectOption('One broker')
    await dialog.getByLabel('Broker number').fill('1')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('sealed-broker-1.jsonl')
    const [manifest] = (await readFile(await file.path(), 'utf8')).split('\n')
    expect(JSON.parse(manifest ?? '')).toMatchObject({ type: 'manifest', selection: { brokerId: 1 } })
  },
)
