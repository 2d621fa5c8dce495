import type { Complaint } from '#contract/contests/complaints.ts'
import type { Contest } from '#contract/contests/contests.ts'
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

const someContest: Contest = {
  ...{ id: 1, kind: 'file_check', label: 'Whether a file is accepted', reference: 'general' },
  ...{ decision: 'A program refuses files.', rule: 'The content of the file.', reason: 'It was a PDF.' },
  ...{ decidedAt: '2026-11-20T01:00:00.000Z', madeAt: '2026-11-20T01:00:00.000Z', dueOn: '2026-12-20' },
  ...{ status: 'open', answer: null, answeredAt: null, answeredBy: null, via: 'portal', suspicion: null },
  ...{ broker: { id: 1, name: 'Isla Fraser' }, applicationId: null, name: 'Isla Fraser', hasEmail: true },
}

const someComplaint: Complaint = {
  ...{ id: 1, words: 'It rang twice.', receivedAt: '2026-11-20T01:00:00.000Z', callAt: null, callId: null },
  ...{ acknowledgeBy: '2026-11-21T01:00:00.000Z', acknowledgedAt: null, acknowledgedBy: null },
  ...{ dueOn: '2026-12-20', status: 'open', answer: null, answeredAt: null, answeredBy: null },
  ...{ channel: 'letter', broker: null, name: 'Ann Ng', email: null, phone: null },
  ...{ recordedBy: null, suspicion: null },
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
    async prepare(page) {
      await page.route('**/api/scoring/scorecards', async (route) => {
        const response = await route.fetch()
        const [card] = (await response.json()) as Scorecard[]
        await route.fulfill({ response, json: [{ ...card, id: 0, version: null, note: '' }, card] })
      })
      const compared = {
        month: null,
        brokers: 0,
        averageBefore: null,
        averageAfter: null,
        moves: [],
        changed: [],
      }
      await page.route('**/api/scoring/scorecards/draft/preview', (route) =>
        route.fulfill({ json: compared }),
      )
    },
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
    open: async (page) => {
      await press(/^More for /)(page)
      await page.getByRole('menuitem', { name: 'Override tier' }).click()
    },
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
  AnswerContestDialog: {
    prepare: async (page) => {
      await page.route('**/api/contests?**', (route) => route.fulfill({ json: [someContest] }))
      await page.route('**/api/contests/1', (route) => route.fulfill({ json: someContest }))
    },
    path: '/surveillance/contests?contest=1',
    open: press('Answer'),
    title: /^Answer the contest of /,
    change: write('Reasons'),
  },
  AnswerComplaintDialog: {
    prepare: async (page) => {
      await page.route('**/api/complaints?**', (route) => route.fulfill({ json: [someComplaint] }))
      await page.route('**/api/complaints/1', (route) => route.fulfill({ json: someComplaint }))
    },
    path: '/surveillance/complaints?complaint=1',
    open: press('Answer'),
    title: 'Answer complaint no. 1',
    change: write('Answer'),
  },
  RecordComplaintDialog: {
    path: '/surveillance/complaints',
    open: press('Record a complaint'),
    title: 'Record a complaint',
    change: write('Complaint'),
  },
  ContestDialog: {
    prepare: (page) => signInAs(page, demoBroker),
    path: '/broker-portal?tab=profile&section=decisions',
    open: press('Contest another decision'),
    title: 'Contest a decision',
    change: write('What is wrong'),
  },
  ComplaintDialog: {
    prepare: (page) => signInAs(page, demoBroker),
    path: '/broker-portal?tab=profile&section=decisions',
    open: press('Complain about a call'),
    title: 'Complain about a call',
    change: write('What happened'),
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
