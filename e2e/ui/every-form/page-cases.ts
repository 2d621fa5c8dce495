import type { Locator, Page } from '@playwright/test'
import type { OwnAppeal } from '#contract/scoring/score-appeals.ts'
import { expect } from '../fixtures.ts'
import { demoBroker, signInAs } from '../portal-data.ts'
import { dialogCase, type FormCase, field, write } from './form-case.ts'

const nothing = async (): Promise<void> => undefined
const region =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('region', { name, exact: true })
const submitByKey = async (form: Locator): Promise<void> => {
  await form.getByRole('textbox').first().press('Control+Enter')
}

async function idOf(page: Page, address: string): Promise<number> {
  const [first] = (await (await page.request.get(address)).json()) as { id: number }[]
  if (!first) throw new Error(`the demo world answers ${address} with nothing`)
  return first.id
}

/** Forms that are part of a page. */
export const pageCases: Record<string, FormCase> = {
  SessionsPanel: {
    path: '/team',
    form: region('Sessions'),
    ...field('Idle timeout (brokers)', (time) => String(20 + time)),
    said: 'Sessions saved',
    versioned: true,
  },
  SchedulePanel: {
    path: '/settings?tab=system&part=backups',
    form: region('Schedule'),
    ...field('Daily backups to keep', (time) => String(20 + time)),
    said: 'Schedule saved',
    versioned: true,
  },
  PeriodsForm: {
    path: '/settings/data',
    form: region('Retention periods'),
    // never shorter than what is stored: a shorter period asks first
    ...field('Call recordings, number', (time) => String([0, 21, 22, 25, 24, 26][time])),
    said: 'Periods saved. They apply from tonight.',
    versioned: true,
  },
  OrganisationPanel: {
    path: '/settings?tab=system',
    form: region('Organisation'),
    ...field('Trading name'),
    said: 'Organisation saved',
    versioned: true,
  },
  BrandPanel: {
    path: '/settings?tab=system',
    form: region('Brand'),
    ...field('Brand colour', (time) => `#1d4ed${time}`),
    save: (form) => form.getByRole('button', { name: 'Save colour' }).click(),
    said: 'Brand colour saved',
  },
  VoicePanel: {
    path: '/settings?tab=numbers',
    form: region('How the agent speaks'),
    // a form without a change saves nothing: each time has a value of its own
    fill: async (form, time) => {
      await form.getByLabel('Voice').selectOption({ index: time })
    },
    shows: (form, time) =>
      expect
        .poll(() => form.getByLabel('Voice').evaluate((select: HTMLSelectElement) => select.selectedIndex))
        .toBe(time),
    said: 'Saved. The agent speaks like this from the next call',
    versioned: true,
  },
  ScorecardEditor: {
    path: '/scoring/scorecard',
    form: (page) => page.getByRole('main'),
    ...field('What changes, and why'),
    save: (form) => form.getByRole('button', { name: 'Save draft' }).click(),
    said: 'Draft saved. Publish to apply it.',
    versioned: true,
  },
  RulesEditor: {
    path: '/surveillance/rules',
    form: (page) => page.getByRole('main'),
    ...field('Source'),
    save: (form) => form.getByRole('button', { name: 'Save draft' }).click(),
    said: 'Draft saved. Publish to apply it.',
    versioned: true,
  },
  'CampaignEditor: new': {
    path: '/campaigns/new',
    form: (page) => page.getByRole('form', { name: 'Campaign', exact: true }),
    fill: async (form, time) => {
      await write({ 'Campaign name': `Autumn ${time}`, Product: 'Flex Home Loan' })(form, time)
      await form.getByRole('button', { name: 'Next', exact: true }).click()
      await form.getByLabel('Call script').fill('Hello')
    },
    shows: (form) => expect(form.getByLabel('Campaign name')).toHaveValue(''),
    save: submitByKey,
    said: 'Campaign created successfully',
  },
  'CampaignEditor: edit': {
    path: '/campaigns/1/edit',
    form: (page) => page.getByRole('form', { name: 'Campaign', exact: true }),
    ...field('Product', (time) => `Flex ${time}`),
    said: 'Campaign updated successfully',
    versioned: true,
  },
  'MicrositeEditor: new': {
    path: '/microsites/new',
    form: (page) => page.getByRole('form', { name: 'Microsite', exact: true }),
    fill: async (form, time) => {
      // fills the other sections
      await form.getByLabel('Campaign', { exact: true }).selectOption({ index: 1 })
      await write({
        'Microsite name': `Page ${time}`,
        'URL slug': `flex-page-${time}`,
        Description: 'A home loan.',
      })(form, time)
    },
    shows: (form) => expect(form.getByLabel('Microsite name')).toHaveValue(''),
    save: submitByKey,
    said: 'Microsite created successfully',
  },
  'MicrositeEditor: edit': {
    path: async (page) => `/microsites/${await idOf(page, '/api/microsites')}/edit`,
    form: (page) => page.getByRole('form', { name: 'Microsite', exact: true }),
    ...field('Microsite name', (time) => `Renamed page ${time}`),
    save: submitByKey,
    said: 'Microsite updated successfully',
    versioned: true,
  },
  DoneForm: {
    // the few calls to make are LogCallForm's
    path: async (page) => `/tasks?task=${await idOf(page, '/api/tasks?status=open&kind=document_overdue')}`,
    form: (page) => page.getByRole('dialog').getByRole('region', { name: 'Note' }),
    fill: write({ Note: 'Left a message' }),
    shows: nothing,
    save: (form) =>
      form.page().getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).click(),
    said: 'Task done',
    once: true,
  },
  LogCallForm: {
    path: async (page) => `/tasks/${await idOf(page, '/api/tasks?status=open&kind=call_back')}/call`,
    form: (page) => page.getByRole('region', { name: 'Log the call' }),
    fill: write({ Note: 'Left a message' }),
    shows: nothing,
    said: 'Call logged',
    once: true,
  },
  BookingNote: {
    path: async (page) =>
      `/bookings?period=all&booking=${await idOf(page, '/api/bookings?status=booked&sort=-scheduledDate')}`,
    form: (page) => page.getByRole('dialog').getByRole('region', { name: 'Note' }),
    ...field('Note'),
    said: 'Note saved',
    versioned: true,
  },
  TemplatesDialog: {
    path: '/campaigns',
    async open(page) {
      await page.getByRole('button', { name: 'Templates' }).click()
      await page
        .getByRole('button', { name: /^Rename / })
        .first()
        .click()
    },
    form: (page) => page.getByRole('form', { name: /^Rename / }),
    // the templates are in the order of their names, and each test opens the first
    ...field('Template name', (time) => `${'ZYXWVU'[time]} as renamed`),
    said: /^Template renamed/,
    async prepare(page) {
      const settings = { product: 'Flex', callScript: 'Hello' }
      const answer = await page.request.post('/api/campaign-templates', { data: { name: 'First', settings } })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  },
  RejectionReasons: {
    path: '/brokers/documents?tab=types',
    form: (page) => page.getByRole('form', { name: 'Rejection reasons' }),
    ...field('Reason 1', (time) => `Page ${time} is missing.`),
    said: 'Reasons saved',
    versioned: true,
  },
  RejectForm: {
    path: async (page) => `/brokers/documents?document=${await idOf(page, '/api/documents?status=pending')}`,
    open: (page) => page.getByRole('button', { name: /^Reject/ }).click(),
    form: (page) => page.getByRole('form', { name: 'Reject' }),
    fill: write({ Reason: 'A page is missing.' }),
    shows: nothing,
    said: /rejected/i,
    once: true,
  },
  ApproveForm: {
    path: async (page) => `/brokers/documents?document=${await idOf(page, '/api/documents?status=pending')}`,
    open: (page) => page.getByRole('button', { name: /^Approve/ }).click(),
    form: (page) => page.getByRole('form', { name: 'Approve' }),
    fill: async (form) => {
      const day = form.getByLabel('Expiry date')
      if (await day.isVisible()) await day.fill('2027-09-30')
    },
    shows: nothing,
    said: /^The .* is approved$/,
    once: true,
  },
  UploadStep: {
    path: '/brokers/import',
    form: (page) => page.getByRole('form', { name: 'Upload a file' }),
    fill: (form, time) =>
      form.getByLabel('CSV or Excel file').setInputFiles({
        name: 'list.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name,email,phone\nMira Fox,mira.${time}@example.com,(02) 5550 16${time}0\n`),
      }),
    shows: nothing,
    said: /1 row|rows/i,
  },
  ProfileForm: {
    portal: true,
    prepare: (page) => signInAs(page, demoBroker),
    path: '/broker-portal?tab=profile',
    form: (page) => page.getByRole('form', { name: 'Profile Information' }),
    ...field('Company/Brokerage'),
    said: 'Profile Updated',
    versioned: true,
  },
  RecordComplaintDialog: dialogCase('RecordComplaintDialog', {
    fill: async (form, time) => {
      await form.getByLabel('Letter').check()
      await form.getByLabel('Complaint').fill(`It rang ${time} times.`)
      await form.getByLabel('Name').fill('Mira Fox')
    },
    shows: nothing,
  }),
  ContestDialog: dialogCase('ContestDialog', {
    portal: true,
    fill: async (form, time) => {
      // another one in each test: a decision has one open contest
      const decision = time === 1 ? 'Whether a file is accepted' : 'Whether we call you again'
      await form.getByLabel('Decision').selectOption({ label: decision })
      await form.getByLabel('What is wrong').fill('It was a PDF.')
    },
    shows: nothing,
    once: true,
  }),
  ComplaintDialog: dialogCase('ComplaintDialog', {
    portal: true,
    fill: write({ 'What happened': 'It rang twice.' }),
    shows: nothing,
  }),
  AppealDialog: dialogCase('AppealDialog', {
    portal: true,
    // a score has one open appeal: an earlier test's is withdrawn
    async prepare(page) {
      await signInAs(page, demoBroker)
      const token = await page.evaluate(() => localStorage.getItem('brokerToken'))
      const headers = { authorization: `Bearer ${token}` }
      const answer = await page.request.get('/api/broker/appeals', { headers })
      const appeals = (await answer.json()) as OwnAppeal[] // the contract's type
      for (const { month } of appeals.filter(({ status }) => status === 'open'))
        await page.request.delete(`/api/broker/score/${month}/appeal`, { headers })
    },
    fill: write({ 'What is wrong': 'Two loans are not mine.' }),
    shows: nothing,
    once: true,
  }),
}
