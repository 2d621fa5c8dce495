import type { Appeal } from '#contract/scoring/score-appeals.ts'
import type { Scorecard } from '#contract/scoring/scorecards.ts'
import type { FindingOfMany } from '#contract/surveillance/findings-of-many.ts'
import { demoBroker, signInAs } from '../portal-data.ts'
import { type FormDialog, press, write } from './form-dialog.ts'

const someAppeal: Appeal = {
  ...{ id: 1, month: '2024-07', overallScore: 50, tier: 'Neutral', reason: 'Not mine', status: 'open' },
  ...{
    madeAt: '2026-11-20T01:00:00.000Z',
    dueOn: '2026-12-04',
    answer: null,
    answeredAt: null,
    answeredBy: null,
  },
  broker: { id: 1, name: 'Isla Fraser', region: 'NSW' },
}

const someFinding: FindingOfMany = {
  ...{ id: 1, reason: 'number_unknown', importId: null, importName: null, brokers: 12, total: 20 },
  ...{ registerDate: '2026-11-20', text: '12 numbers are not in the register of 20 November 2026' },
  openedAt: '2026-11-20T01:00:00.000Z',
}

/** Forms of surveillance and scoring. */
export const watchDialogs: Record<string, FormDialog> = {
  ReviewDialog: {
    path: '/surveillance',
    open: press(/^Review /),
    title: /^Review /,
    change: write('Notes'),
  },
  ClearDialog: {
    path: '/surveillance',
    open: async (page) => {
      const flagged = page.getByRole('table', { name: 'Flagged brokers' })
      const first = flagged.getByRole('row').nth(1).getByRole('checkbox')
      await first.check()
      await page
        .getByRole('region', { name: 'Flagged Brokers' })
        .getByRole('button', { name: 'Clear', exact: true })
        .click()
    },
    title: 'Clear 1 broker',
    change: write('Reason'),
  },
  FindingsOfMany: {
    path: '/surveillance',
    // the demo's registers hold every broker's number
    prepare: (page) =>
      page.route('**/api/surveillance/findings-of-many', (route) => route.fulfill({ json: [someFinding] })),
    open: press('Dismiss'),
    title: 'Dismiss the finding',
    change: write('Reason'),
  },
  PublishDialog: {
    path: '/scoring/scorecard',
    prepare: (page) =>
      page.route('**/api/scoring/scorecards', async (route) => {
        const response = await route.fetch()
        const [card] = (await response.json()) as Scorecard[]
        await route.fulfill({ response, json: [{ ...card, id: 0, version: null, note: '' }, card] })
      }),
    open: press('Publish'),
    title: 'Publish the scorecard?',
    change: write('What changes, and why'),
  },
  FeedDialog: {
    path: '/surveillance',
    open: press('Add feed'),
    title: 'Add feed',
    change: write('Address'),
  },
  LicenseeDialog: {
    path: '/surveillance',
    open: press('Add licensee'),
    title: 'Add licensee',
    change: write('Australian credit licence number'),
  },
  OverrideDialog: {
    path: '/scoring',
    open: press(/^Override the tier of /),
    title: /^Override the tier of /,
    change: write('Reason'),
  },
  AnswerDialog: {
    prepare: (page) => page.route('**/api/scoring/appeals', (route) => route.fulfill({ json: [someAppeal] })),
    path: '/scoring',
    open: press(/^Answer/),
    title: /^Answer the appeal of /,
    change: write('Answer'),
  },
  AppealDialog: {
    prepare: (page) => signInAs(page, demoBroker),
    path: '/broker-portal?tab=score',
    open: press('Appeal'),
    title: /^Appeal against /,
    change: write('What is wrong'),
  },
  KeywordsDialog: {
    path: '/surveillance',
    open: press('Risk keywords'),
    title: 'Risk keywords',
    change: write('Keyword 1'),
  },
  UploadRegisterDialog: {
    path: '/surveillance',
    open: press(/^Upload Credit licensees/),
    title: 'Upload Credit licensees',
    change: (form) => form.getByLabel('Published on').fill('2026-11-20'),
  },
}
