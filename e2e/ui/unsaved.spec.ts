import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { dialogs } from './form-dialogs/every-dialog.ts'
import { test as vendorTest } from './vendors.ts'

// at the usual speed the demo's requested call, of a deep test, is dialled within minutes, and can no longer be moved
test.use(process.env.DEEP ? { serverEnv: { SIM_SPEED: '1' } } : {})

// all use the same FormDialog, as the last test shows: they differ only in the fields that count as input
const EVERY_WAY = 'BrokerDialog'

for (const [file, dialog] of Object.entries(dialogs)) {
  const { path, open, title, change, cancel = 'Cancel', prepare } = dialog
  const ways = file === EVERY_WAY ? 'every way out' : cancel
  const name = `${file.replace('Dialog', '')}: ${ways} asks once something is typed, and not before`
  const tag = file === EVERY_WAY ? [] : '@deep'
  const testIt = dialog.needsVendors ? vendorTest : test
  testIt(name, { tag }, async ({ page, signIn, allowError }) => {
    await signIn(page, 'admin')
    await prepare?.(page)
    const address = typeof path === 'string' ? path : await path(page)
    await page.goto(address)
    const form = page.getByRole('dialog', { name: title, exact: true })
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const pressCancel = () => form.getByRole('button', { name: cancel, exact: true }).click()
    const waysOut = [
      // first: with the focus on Close, Escape takes that button's tooltip away before anything else
      () => page.keyboard.press('Escape'),
      () => form.getByRole('button', { name: 'Close', exact: true }).click(),
      pressCancel,
    ].slice(file === EVERY_WAY ? 0 : -1)
    for (const leave of waysOut) {
      await open(page)
      await expect(form).toBeVisible()
      await leave()
      await expect(form).toBeHidden()
      await expect(question).toBeHidden()
    }
    await open(page)
    await change(form)
    await test.step('it stays where the screen is turned', async () => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expect(form).toBeVisible()
      }
    })
    for (const leave of waysOut) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(form).toBeVisible()
    }
    await pressCancel()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(form).toBeHidden()

    await test.step('by keyboard alone, on a desk and on a phone', async () => {
      allowError(/409/)
      for (const width of [1280, 390]) await tryByKeyboard(page, form, { address, open, width })
    })
  })
}

/** Starts in a field, names every control, and Ctrl + Enter sends the form or leads to the first thing that is wrong. */
async function tryByKeyboard(
  page: Page,
  form: Locator,
  { address, open, width }: { address: string; open: (page: Page) => Promise<void>; width: number },
): Promise<void> {
  const sent: string[] = []
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    sent.push(route.request().url())
    await route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now', requestId: 'r' } })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await expect(form).toBeVisible()
  await page.setViewportSize({ width, height: width < 500 ? 844 : 800 })
  const controls = form.locator('input:visible, select:visible, textarea:visible')
  const named = await controls.evaluateAll((all) =>
    all.map((control) => {
      const { labels } = control as HTMLInputElement
      return Boolean(
        labels?.length || control.getAttribute('aria-label') || control.getAttribute('aria-labelledby'),
      )
    }),
  )
  expect(named).not.toContain(false)
  const box = await form.boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
  const submit = form.locator('button[type=submit]')
  if ((await submit.count()) > 0 && (await submit.isEnabled())) {
    const inField = () => form.locator('input:focus, select:focus, textarea:focus').count()
    // a form whose fields loaded later starts at its top
    for (let tabs = 0; tabs < 4 && (await inField()) === 0; tabs += 1) await page.keyboard.press('Tab')
    expect(await inField()).toBe(1)
    await page.keyboard.press('Control+Enter')
    const firstWrong = form.locator('[aria-invalid=true]').first()
    await expect
      .poll(async () => {
        if (sent.length > 0 || (await form.count()) === 0) return true
        if ((await firstWrong.count()) > 0)
          // of a group of radios the first one has the focus
          return firstWrong.evaluate((one) => one.contains(document.activeElement))
        return (await form.getByRole('alert').count()) > 0
      })
      .toBe(true)
  }
  await page.unroute('**/api/**')
  // not reloaded: the address may keep the form open
  await page.goto(address)
}

// Covers: console-toasts-28, console-toasts-29, console-toasts-30
test('Every form that opens over a screen asks alike, and is among those above', () => {
  const sources = globSync('web/features/**/*.tsx').map((path) => ({
    name: basename(path, '.tsx'),
    text: readFileSync(path, 'utf8'),
  }))
  const using = (part: string) =>
    sources.filter(({ text }) => text.includes(`<${part}`)).map(({ name }) => name)
  // opens over another form; sign-on.spec shows that it keeps that form
  const over = ['ConfirmIdentityDialog']
  expect(using('FormDialog\n').sort()).toEqual([...Object.keys(dialogs), ...over].sort())
  expect(using('Dialog\n').filter((name) => using('Form ').includes(name))).toEqual([])
})
