import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from './fixtures.ts'
import { dialogs } from './form-dialogs.ts'
import { test } from './vendors.ts'

// all are the same FormDialog, as the last test shows: what differs is what each of them counts as typed
const EVERY_WAY = 'BrokerDialog'
/** One of each kind of field; the proofs try all. */
const KINDS = [EVERY_WAY, 'MergeDialog', 'WashDialog', 'OrderDialog', 'StopTwoFactor']

for (const [file, { path, open, title, change, cancel = 'Cancel', prepare }] of Object.entries(dialogs)) {
  const ways = file === EVERY_WAY ? 'every way out' : cancel
  const name = `${file.replace('Dialog', '')}: ${ways} asks once something is typed, and not before`
  test(name, { tag: KINDS.includes(file) ? [] : '@proof' }, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await prepare?.(page)
    await page.goto(typeof path === 'string' ? path : await path(page))
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
    for (const leave of waysOut) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(form).toBeVisible()
    }
    await pressCancel()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(form).toBeHidden()
  })
}

test('Every form that opens over a screen asks alike, and is among those above', () => {
  const sources = globSync('web/features/**/*.tsx').map((path) => ({
    name: basename(path, '.tsx'),
    text: readFileSync(path, 'utf8'),
  }))
  const using = (part: string) =>
    sources.filter(({ text }) => text.includes(`<${part}`)).map(({ name }) => name)
  expect(using('FormDialog\n').sort()).toEqual(Object.keys(dialogs).sort())
  expect(using('Dialog\n').filter((name) => using('Form ').includes(name))).toEqual([])
})
