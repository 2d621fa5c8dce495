import type { Locator, Page } from '@playwright/test'
import type { OwnMessage } from '#contract/accreditations/portal.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { demoBroker } from './portal-data.ts'

/** Of the demo broker, as their portal shows it. */
async function newestCall(page: Page): Promise<{ number: string; code: string; about: string }> {
  const signedIn = await page.request.post('/api/broker/login', { data: demoBroker })
  const { token } = await signedIn.json()
  const answer = await page.request.get('/api/broker/messages?limit=1000', {
    headers: { authorization: `Bearer ${token}` },
  })
  const call = ((await answer.json()) as OwnMessage[]).find(({ channel }) => channel === 'call')
  const number = /^We called (.+?)\. /.exec(call?.body ?? '')?.[1] ?? ''
  expect(number, 'a call to the demo broker').not.toBe('')
  return { number, code: call?.code ?? '', about: call?.subject?.replace('We called you about ', '') ?? '' }
}

// Covers: verification-2, verification-4, verification-7
test(
  'A call is verified in three taps and complained about, and a false one is reported',
  { tag: '@phone' },
  async ({ page, signIn }, info) => {
    const { number, code, about } = await newestCall(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/verify')
    await expectAccessible(page, `the page of codes, ${info.project.name}`, { colours: true })
    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps += 1
      await target.click()
    }
    await tap(page.getByLabel('Your phone number').first())
    await page.keyboard.type(number)
    await tap(page.getByLabel('Code'))
    await page.keyboard.type(code.toLowerCase())
    await tap(page.getByRole('button', { name: 'Check' }))
    await expect(page.getByText('Yes, we called you')).toBeVisible()
    expect(taps).toBeLessThanOrEqual(3)
    await expect(page.getByText(about)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'To stop our calls and messages' })).toBeVisible()
    await expectAccessible(page, `a verified call, ${info.project.name}`, { colours: true })

    await page.getByText('Complain about a call or message').click()
    const complaint = page.locator('form[action="/verify/complaint"]')
    const words = `I had asked not to be called, ${info.project.name}`
    await complaint.getByLabel('What went wrong?').fill(words)
    await expect(complaint.getByLabel('Your phone number')).toHaveValue(number)
    await expectAccessible(page, `a complaint, ${info.project.name}`, { colours: true })
    await complaint.getByRole('button', { name: 'Send complaint' }).click()
    await expect(page.getByText('Thank you. We have your complaint')).toBeVisible()

    await page.goto('/verify')
    await page.getByLabel('Your phone number').first().fill(number)
    await page.getByLabel('Code').fill('ZZZZZZ')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('We know no such call or text message')).toBeVisible()
    await expectAccessible(page, `an unknown call, ${info.project.name}`, { colours: true })
    const details = `They wanted a password, ${info.project.name}`
    await page.getByLabel('What happened? (optional)').fill(details)
    await page.getByRole('button', { name: 'Report this call or message' }).click()
    await expect(page.getByText('Thank you for your report')).toBeVisible()
    await expectAccessible(page, `a reported call, ${info.project.name}`, { colours: true })

    await signIn(page, 'compliance')
    await page.goto('/surveillance/complaints')
    await expect(page.getByText(words).first()).toBeVisible()
    const tasks = (await (await page.request.get('/api/tasks?kind=call_report')).json()) as Task[]
    expect(tasks.map((task) => task.details).join()).toContain(details)
  },
)

// Covers: verification-2
test(
  'Input that is no number or code is explained, and a call without a code is reported',
  {
    tag: ['@phone', '@deep'],
  },
  async ({ page }, info) => {
    await page.goto('/verify')
    await page.getByLabel('Your phone number').first().fill('12')
    await page.getByLabel('Code').fill('K7')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Enter a valid phone number')).toBeVisible()
    await expect(page.getByText('Enter the six letters and digits of the code')).toBeVisible()
    await expectAccessible(page, `unreadable input, ${info.project.name}`, { colours: true })
    await page.getByText('They gave you no code?').click()
    const report = page.locator('form[action="/verify/report"]')
    await report.getByLabel('Your phone number').fill('12')
    await report.getByRole('button').click()
    await expect(page.getByText('Enter a valid phone number')).toBeVisible()
    await expectAccessible(page, `a report without a number, ${info.project.name}`, { colours: true })
    await report.getByLabel('Your phone number').fill('0491 570 006')
    await report.getByRole('button').click()
    await expect(page.getByText('Thank you for your report')).toBeVisible()
  },
)
