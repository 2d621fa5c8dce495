import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { demoBroker, signInAs } from './portal-data.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const DECISIONS = '/broker-portal?tab=profile&section=decisions'

const demoId = async (page: Page): Promise<number> => {
  const found = await page.request.get(`/api/brokers?q=${encodeURIComponent(demoBroker.email)}`)
  const [broker] = (await found.json()) as { id: number }[] // a list of brokers
  if (!broker) throw new Error('the demo world has the broker of the portal')
  return broker.id
}

// Covers: contests-1, contests-2, contests-5, contests-9
test(
  'A broker contests a decision, and a compliance officer answers it with reasons',
  { tag: '@desk-first' },
  async ({ page, signIn }, info) => {
    const reason = `The rule used the wrong state (${info.project.name}).`
    await test.step('the broker reads the decisions and contests one', async () => {
      await signInAs(page, demoBroker)
      await page.getByRole('button', { name: 'See the decisions' }).click()
      const decisions = page.getByRole('region', { name: 'Decisions about you' })
      await decisions
        .getByText(/^How this was decided/)
        .first()
        .click()
      await expect(decisions.getByText(/^Uses: /).first()).toBeVisible()
      await expectAccessible(page, `own decisions, ${info.project.name}`)
      await decisions
        .getByRole('button', { name: /^Contest the decision: (?!Your score)/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Contest a decision' })
      await dialog.getByRole('button', { name: 'Send contest' }).click()
      await expect(dialog.getByText('Say what is wrong with the decision')).toBeVisible()
      await dialog.getByLabel('What is wrong').fill(reason)
      await expectAccessible(page, `contest, ${info.project.name}`)
      await dialog.getByRole('button', { name: 'Send contest' }).click()
      await expect(decisions.getByText('Waits for an answer').first()).toBeVisible()
    })

    await test.step('the officer opens it from its task and answers', async () => {
      await signIn(page, 'compliance')
      await page.goto('/surveillance/contests')
      await expect(page.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
      await expectAccessible(page, `contests, ${info.project.name}`)
      await page.goto('/tasks?kind=contest&assignee=anyone')
      await page.getByText('Contests a decision:').first().click()
      await page.getByRole('link', { name: 'Answer the contest' }).click()
      const panel = page.getByRole('dialog').filter({ hasText: reason })
      await expect(panel.getByText(/^by /)).toBeVisible()
      await expectAccessible(page, `a contest, ${info.project.name}`)
      await panel.getByRole('button', { name: 'Answer' }).click()
      const dialog = page.getByRole('dialog', { name: /^Answer the contest of / })
      await dialog.getByLabel('Decision upheld').check()
      await dialog.getByLabel('Reasons').fill('Your record has this state since March.')
      await expectAccessible(page, `answer to a contest, ${info.project.name}`)
      await dialog.getByRole('button', { name: 'Send answer' }).click()
      await expect(toast(page).getByText('The answer is on its way to the person')).toBeVisible()
      await page.goto(`/brokers/${await demoId(page)}?tab=timeline`)
      await expect(page.getByText(/^Contest answered, the decision is upheld/).first()).toBeVisible()
    })

    await test.step('the broker reads the answer', async () => {
      await page.goto(DECISIONS)
      await expect(
        page.getByText('Our answer: Your record has this state since March.').first(),
      ).toBeVisible()
    })
  },
)

// Covers: contests-6, contests-7, contests-9
test(
  'A broker complains about a call, and a compliance officer answers',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn }, info) => {
    const words = `The agent rang at lunch (${info.project.name}).`
    await signInAs(page, demoBroker)
    await page.goto(DECISIONS)
    await page.getByRole('button', { name: 'Complain about a call' }).click()
    const form = page.getByRole('dialog', { name: 'Complain about a call' })
    await form.getByLabel('What happened').fill(words)
    await expectAccessible(page, `complaint, ${info.project.name}`)
    await form.getByRole('button', { name: 'Send complaint' }).click()
    await expect(page.getByText(words)).toBeVisible()

    await signIn(page, 'compliance')
    await page.goto(`/surveillance/complaints?q=${encodeURIComponent('rang at lunch')}`)
    await expect(page.getByText(words).first()).toBeVisible()
    await expectAccessible(page, `complaints, ${info.project.name}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('complaints.csv')
    await page.getByText(words).first().click()
    const panel = page.getByRole('dialog', { name: /^Complaint no\. / })
    await expect(panel.getByText(/by automatic email/)).toBeVisible()
    await panel.getByRole('button', { name: 'Answer' }).click()
    const dialog = page.getByRole('dialog', { name: /^Answer complaint no\. / })
    await dialog.getByLabel('Upheld', { exact: true }).check()
    await dialog.getByLabel('Answer', { exact: true }).fill('We call you after two from now on.')
    await expectAccessible(page, `answer to a complaint, ${info.project.name}`)
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(toast(page).getByText('The answer is on its way to the person')).toBeVisible()

    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Record a complaint' }).click()
    const record = page.getByRole('dialog', { name: 'Record a complaint' })
    await record.getByLabel('Letter').check()
    await record.getByLabel('Complaint').fill('By letter: please stop.')
    await record.getByRole('button', { name: 'Record complaint' }).click()
    await expect(record.getByText('Give a name, an email address or a phone number')).toBeVisible()
    await record.getByLabel('Name').fill('Mira Fox')
    await record.getByRole('button', { name: 'Record complaint' }).click()
    await expect(toast(page).getByText(/^Complaint no\. \d+ is recorded$/)).toBeVisible()
  },
)

// Covers: contests-3, contests-9
test(
  'A person without an account contests a decision by the link in a message',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn, allowError }, info) => {
    // the console that the session leaves, and the wrong link at the end
    allowError(/401|404/)
    await signIn(page, 'compliance')
    await page.goto(`/brokers/${await demoId(page)}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Send the link to decisions' }).click()
    await expect(toast(page).getByText(/^The link is on its way by /)).toBeVisible()
    await signIn(page, 'admin')
    const messages = await (await page.request.get('/api/messages?q=decisions&limit=5')).json()
    const link = /https?:\/\/[^\s/]+(\/(?:s|decisions)\/\S+)/.exec(messages[0]?.body ?? '')?.[1] ?? ''
    await page.context().clearCookies()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Decisions about you', level: 1 })).toBeVisible()
    await expectAccessible(page, `decisions behind a link, ${info.project.name}`)
    await page.getByRole('button', { name: 'Send contest' }).click()
    await expect(page.getByText('Choose a decision')).toBeVisible()
    const first = page.getByRole('button', { name: /^Contest the decision: (?!Your score)/ }).first()
    await first.click()
    await expect(page.getByRole('heading', { name: 'Contest this decision' })).toBeFocused()
    await page.getByLabel('What is wrong').fill('This was not me.')
    await page.reload()
    await first.click()
    await page.getByLabel('What is wrong').fill('This was not me.')
    await page.getByRole('button', { name: 'Send contest' }).click()
    const done = page.locator(':focus')
    await expect(done).toContainText('Your contest is with us')
    await expectAccessible(page, `a contest by a link, ${info.project.name}`)
    await page.goto(`${new URL(page.url()).pathname}x`)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  },
)
