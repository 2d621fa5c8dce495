import type { Page } from '@playwright/test'
import type { Backup, RestoreStatus } from '#contract/system/backups.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

// a server of its own, which encrypts its archives to this key
test.use({
  serverEnv: {
    SIM_SPEED: '1',
    BACKUP_RECIPIENT: 'age1emwnwy2ty036q958l8xzhl57pv7rt77r6ckqlk3wjurp2grjqe3sjy7pld',
  },
})

const BACKUPS = '/settings?tab=system&part=backups'
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'admin')
})

// Covers: backup-restore-6
test('An admin sets the schedule, and it is there after a reload', async ({ page }) => {
  await page.goto(BACKUPS)
  const schedule = panel(page, 'Schedule')
  await schedule.getByLabel('Daily backups to keep').fill('91')
  await schedule.getByRole('button', { name: 'Save Changes' }).click()
  await expect(schedule.getByText('Enter a whole number from 1 to 90')).toBeVisible()
  await schedule.getByLabel('Hour').selectOption('3:00 am')
  await schedule.getByLabel('Daily backups to keep').fill('14')
  await schedule.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page, 'Schedule saved')).toBeVisible()
  await page.reload()
  await expect(schedule.getByLabel('Hour')).toHaveValue('3')
  await expect(schedule.getByLabel('Daily backups to keep')).toHaveValue('14')
})

// Covers: backup-restore-6, backup-restore-7
test('A backup is made now, and the list shows what its restore drill compared', async ({ page }) => {
  // the nightly job restores it; here the server says that it has done so
  let drill: Backup['drill'] = null
  await page.route('**/api/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const answer = (await response.json()) as { backups: Backup[] }
    await route.fulfill({ json: { ...answer, backups: answer.backups.map((one) => ({ ...one, drill })) } })
  })
  await page.goto(BACKUPS)
  const list = panel(page, 'Backups')
  await expect(list.getByText('No backups yet')).toBeVisible()
  await list.getByRole('button', { name: 'Back Up Now' }).click()
  await expect(toastOf(page, 'Backup started')).toBeVisible()
  await expect(list.getByText('Done')).toBeVisible({ timeout: 60_000 })
  await expect(list.getByText('Not drilled yet')).toBeVisible()
  await expectAccessible(page, 'the backups', { colours: true })

  drill = { at: '2026-11-24T16:45:00.000Z', failure: null, checks: ['All 1,204 rows are equal.'] }
  await page.reload()
  await expect(list.getByText('Restore drill passed. All 1,204 rows are equal.')).toBeVisible()
  drill = { ...drill, failure: 'The figures differ.' }
  await page.reload()
  await expect(list.getByText('Restore drill failed: The figures differ.')).toBeVisible()
})

const vendor = { vendor: 'Twilio', listed: 12, matched: 3, added: 9, held: 1, problem: null }
const held: RestoreStatus = {
  archive: 'brokerline-2026-11-23.age',
  snapshotAt: '2026-11-23T14:00:00.000Z',
  restoredAt: '2026-11-24T00:30:00.000Z',
  reconciledAt: null,
  lookedAt: '2026-11-24T00:31:00.000Z',
  vendors: [vendor, { ...vendor, vendor: 'Vapi', problem: 'Vapi does not answer.' }],
  doubtfulCalls: 1,
  doubtfulMessages: 0,
  refusal: 'Not every phone provider has reported its calls since the backup. Vapi: Vapi does not answer.',
}

// Covers: backup-restore-8
test('After a restore the panel shows what the phone providers reported, and calls resume once all have', {
  tag: '@deep',
}, async ({ page }) => {
  let answer: RestoreStatus | null = held
  await page.route('**/api/backups/restore', (route) => route.fulfill({ json: { held: answer } }))
  await page.route('**/api/backups/restore/resume', (route) => {
    answer = null
    return route.fulfill({ json: { held: null } })
  })
  await page.goto(BACKUPS)
  const report = panel(page, 'Calls are paused after a restore')
  await expect(report.getByText('Twilio reported 12 calls since the backup: 9 added')).toBeVisible()
  await expect(report.getByText('1 number is on hold')).toBeVisible()
  await expect(report.getByText('1 call was waiting to be dialled')).toBeVisible()
  await expect(report.getByText('waiting when the backup was made and may have been sent')).toBeHidden()
  await expect(report.getByRole('paragraph').filter({ hasText: held.refusal ?? '' })).toBeVisible()
  await expect(report.getByRole('button', { name: 'Resume Calls' })).toBeDisabled()
  await expectAccessible(page, 'the report after a restore', { colours: true })

  answer = { ...held, vendors: [vendor], refusal: null, reconciledAt: held.lookedAt }
  await page.reload()
  await report.getByRole('button', { name: 'Resume Calls' }).click()
  const question = page.getByRole('alertdialog', { name: 'Resume calls?' })
  await expectAccessible(page, 'the question before calls resume')
  await question.getByRole('button', { name: 'Resume Calls' }).click()
  await expect(toastOf(page, 'Calls resumed')).toBeVisible()
  await expect(report).toBeHidden()
})
