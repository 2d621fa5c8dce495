import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { dialogCases } from './every-form/dialog-cases.ts'
import type { FormCase } from './every-form/form-case.ts'
import { formsElsewhere } from './every-form/forms-elsewhere.ts'
import { pageCases } from './every-form/page-cases.ts'
import { expect, test } from './fixtures.ts'
import { demoBroker } from './portal-data.ts'

test.use({
  serverEnv: {
    // at the usual speed the demo's requested call is dialled within minutes, and can no longer be moved
    SIM_SPEED: '1',
    // without it the schedule of backups cannot be changed
    BACKUP_RECIPIENT: 'age1emwnwy2ty036q958l8xzhl57pv7rt77r6ckqlk3wjurp2grjqe3sjy7pld',
  },
})

const cases = { ...dialogCases, ...pageCases }
/** One of each kind: a record, a new one, a file, a panel of a page, the portal. `npm run test:deep` tries all. */
const SAVED = ['BrokerDialog: edit', 'CreateCampaignDialog', 'WashDialog', 'OrganisationPanel', 'ProfileForm']
const TWO_TABS = ['BrokerDialog: edit']
const ENDED = ['ProfileForm']
/** Values that the tests before have not saved: a form without a change saves nothing. */
// each test writes values of its own: names of an earlier one are taken
const [MINE, THEIRS, AFTER] = [3, 4, 5]
const tagOf = (name: string, kinds: readonly string[]) => (kinds.includes(name) ? [] : '@deep')

async function openForm(page: Page, { path, open, form }: FormCase): Promise<Locator> {
  await page.goto(typeof path === 'string' ? path : await path(page))
  await open?.(page)
  await expect(form(page)).toBeVisible()
  return form(page)
}

const press = (form: Locator, { save }: FormCase): Promise<void> =>
  save ? save(form) : form.locator('button[type=submit]').first().click()

async function isSaved(page: Page, form: Locator, { said }: FormCase): Promise<void> {
  if (said === undefined) await expect(form).toBeHidden()
  else await expect(page.getByText(said).first()).toBeVisible()
}

/** The drafts of the tab, after each form has written its pending changes. */
const draftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.dispatchEvent(new Event('pagehide'))
    return Object.entries(sessionStorage).flatMap(([key, text]) =>
      key.startsWith('draft ') ? [`${key}: ${text}`] : [],
    )
  })

const notices = (form: Locator): Locator => form.locator('[data-notice]')

for (const [name, one] of Object.entries(cases)) {
  // Covers: console-toasts-22
  test(`${name} is saved, opened again without a notice, and saved again`, {
    tag: tagOf(name, SAVED),
  }, async ({ page, signIn, allowError }) => {
    if (one.allows) allowError(one.allows)
    if (!one.portal) await signIn(page, 'admin')
    await one.prepare?.(page)
    let form = await openForm(page, one)
    for (const time of one.once ? [1] : [1, 2]) {
      await one.fill(form, time)
      await press(form, one)
      await isSaved(page, form, one)
      expect(await draftsOf(page), 'drafts after a save').toEqual([])
      if (one.once) return
      await expect(notices(form)).toHaveCount(0)
      form = await openForm(page, one)
      await one.shows(form, time)
      await expect(notices(form)).toHaveCount(0)
    }
  })

  if (one.versioned) {
    // Covers: console-toasts-22
    test(`${name} in two tabs: the second save shows both values and loses neither`, {
      tag: tagOf(name, TWO_TABS),
    }, async ({ page, signIn, allowError }) => {
      allowError(/409/)
      if (!one.portal) await signIn(page, 'admin')
      await one.prepare?.(page)
      const form = await openForm(page, one)
      await one.fill(form, MINE)
      const other = await page.context().newPage()
      const theirs = await openForm(other, one)
      await one.fill(theirs, THEIRS)
      await press(theirs, one)
      await isSaved(other, theirs, one)
      await other.close()
      await press(form, one)
      const conflict = form.getByRole('region', { name: 'Changed meanwhile' })
      await conflict.getByLabel('Take theirs').first().check()
      await one.shows(form, THEIRS)
      await conflict.getByLabel('Keep mine').first().check()
      await one.shows(form, MINE)
      await press(form, one)
      await isSaved(page, form, one)
      await one.shows(await openForm(page, one), MINE)
    })
  }

  // Covers: console-toasts-22
  test(`${name} keeps what was typed where the session ends before the save`, {
    tag: tagOf(name, ENDED),
  }, async ({ page, signIn, allowError }) => {
    allowError(/401/)
    if (!one.portal) await signIn(page, 'admin')
    await one.prepare?.(page)
    const form = await openForm(page, one)
    await one.fill(form, AFTER)
    await endSession(page, one)
    await press(form, one)
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
    await ended
      .getByLabel('Password', { exact: true })
      .fill(one.portal ? demoBroker.password : 'demo-Admin-2026')
    await page.keyboard.press('Enter')
    await expect(ended).toHaveCount(0)
    await press(form, one)
    await isSaved(page, form, one)
    if (!one.once) await one.shows(await openForm(page, one), AFTER)
  })
}

/** As from another device. */
async function endSession(page: Page, { portal }: FormCase): Promise<void> {
  if (!portal) return page.context().clearCookies({ name: /session/ })
  const token = await page.evaluate(() => localStorage.getItem('brokerToken'))
  const answer = await page.request.delete('/api/broker/sessions', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.ok()).toBe(true)
}

// Covers: console-toasts-22
test('Every form of console, portal and public pages is in the table, or says which test tries it', () => {
  const withForm = globSync('web/features/**/*.tsx')
    .filter((path) => /<(Form|FormDialog|SettingsForm|form)[\s>]/.test(readFileSync(path, 'utf8')))
    .map((path) => basename(path, '.tsx'))
  const inTable = Object.keys(cases).map((name) => name.replace(/:.*/, ''))
  const listed = new Set([...inTable, ...Object.keys(formsElsewhere)])
  expect(withForm.filter((name) => !listed.has(name))).toEqual([])
  expect([...listed].filter((name) => !withForm.includes(name))).toEqual([])
  const specs = globSync('e2e/ui/*.spec.ts').map((path) => readFileSync(path, 'utf8'))
  const missing = Object.values(formsElsewhere).flatMap((each) =>
    'test' in each && !specs.some((text) => text.includes(each.test)) ? [each.test] : [],
  )
  expect(missing).toEqual([])
})
