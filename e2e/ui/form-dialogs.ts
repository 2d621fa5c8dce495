import type { Locator, Page } from '@playwright/test'
import type { Appeal } from '#contract/score-appeals.ts'
import { expect } from './fixtures.ts'
import { demoBroker, signInAs } from './portal-data.ts'

export interface FormDialog {
  /** Where it opens, and with which button. */
  path: string | ((page: Page) => Promise<string>)
  open: (page: Page) => Promise<void>
  title: string | RegExp
  change: (form: Locator) => Promise<void>
  cancel?: string
  /** It opens only where Twilio and Vapi are set up. */
  needsVendors?: true
  /** What the page has to be told first. */
  prepare?: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const write = (label: string) => (form: Locator) =>
  form.getByLabel(label, { exact: true }).first().fill('4711')

async function firstOf(page: Page, address: string): Promise<{ id: number; name: string }> {
  const [first] = (await (await page.request.get(address)).json()) as { id: number; name: string }[] // the contract says so
  if (!first) throw new Error(`the demo world answers ${address} with nothing`)
  return first
}

const submitted = async (page: Page): Promise<string> =>
  `/brokers/applications?application=${(await firstOf(page, '/api/accreditations?status=submitted&limit=1')).id}`

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

/** Every form that opens over a screen, by the file that has it: for the tests that ask the same of all. */
export const dialogs: Record<string, FormDialog> = {
  CreateCampaignDialog: {
    path: '/campaigns',
    open: press('New Campaign'),
    title: 'Create New Campaign',
    change: write('Campaign name'),
  },
  EditCampaignDialog: {
    path: '/campaigns',
    open: press('Edit'),
    title: 'Edit Campaign',
    change: write('Product'),
  },
  InviteDialog: {
    path: '/team',
    open: press('Invite'),
    title: 'Invite to the team',
    change: write('First name'),
  },
  EditMemberDialog: {
    path: '/team',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Edit name and role' }).click()
    },
    title: /^Edit /,
    change: write('Last name'),
  },
  CreateMicrositeDialog: {
    path: '/microsites',
    open: press('Create Microsite'),
    title: 'Create Microsite',
    change: write('Hero title'),
  },
  EditMicrositeDialog: {
    path: '/microsites',
    open: press(/^Edit /),
    title: 'Edit Microsite',
    change: write('Hero title'),
  },
  BrokerDialog: {
    path: '/brokers',
    open: press('Add Broker'),
    title: 'Add Broker',
    change: write('Company'),
  },
  BulkForm: {
    path: '/brokers',
    open: async (page) => {
      const first = page.getByRole('table').getByRole('checkbox').nth(1)
      await first.check()
      await press('Assign BDM')(page)
    },
    title: 'Assign a BDM',
    change: (form) =>
      form
        .getByLabel('BDM')
        .selectOption({ index: 1 })
        .then(() => undefined),
  },
  SaveTemplateDialog: {
    path: '/campaigns/1/edit',
    open: press('Save as template'),
    title: 'Save as template',
    change: write('Template name'),
  },
  SaveViewDialog: {
    path: '/brokers',
    open: async (page) => {
      await press('Views')(page)
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    },
    title: 'Save as a view',
    change: write('Name'),
  },
  MergeDialog: {
    path: async (page) => `/brokers/${(await firstOf(page, '/api/brokers?sort=name&limit=1')).id}`,
    open: async (page) => {
      await press('More actions')(page)
      await page.getByRole('menuitem', { name: 'Merge with another record' }).click()
    },
    title: /^Merge into /,
    change: async (form) => {
      const { name } = await firstOf(form.page(), '/api/brokers?sort=-name&limit=1')
      await form.getByRole('combobox').fill(name)
      await form.getByRole('option', { name }).first().click()
    },
  },
  AddSuppressionDialog: {
    path: '/brokers/suppressions',
    open: press('Add number'),
    title: 'Add number',
    change: write('Phone number'),
  },
  RemoveSuppressionDialog: {
    prepare: async (page) => {
      const data = { phoneNumber: '+61255503999', reason: 'Asked by letter' }
      expect((await page.request.post('/api/suppressions', { data })).ok()).toBe(true)
    },
    path: '/brokers/suppressions?source=manual',
    open: press(/^Remove \(/),
    title: /^Remove \(/,
    change: write('Reason'),
  },
  WashDialog: {
    path: '/brokers/suppressions',
    open: press('Upload wash'),
    title: 'Upload wash',
    change: (form) =>
      form
        .getByLabel('CSV file')
        .setInputFiles({ name: 'wash.csv', mimeType: 'text/csv', buffer: Buffer.from('phone\n') }),
  },
  ApproveDialog: {
    path: submitted,
    open: press('Approve'),
    title: /^Approve /,
    change: write('Message to the applicant'),
  },
  ReasonDialog: {
    path: submitted,
    open: press('Request information'),
    title: /^Request information: /,
    change: write('What is missing'),
  },
  RequestVersionDialog: {
    path: '/brokers/documents?tab=expiring',
    open: press(/^Request new version of /),
    title: /^Request new version from /,
    change: write('What is needed'),
  },
  TypeDialog: {
    path: '/brokers/documents?tab=types',
    open: press('Add document type'),
    title: 'Add document type',
    change: write('Name'),
  },
  BdmDialog: {
    path: '/bookings?tab=bdms',
    open: press('Add BDM'),
    title: 'Add BDM',
    change: write('Name'),
  },
  RescheduleDialog: {
    path: async (page) =>
      `/bookings?period=all&booking=${(await firstOf(page, '/api/bookings?status=booked&sort=-scheduledDate')).id}`,
    open: press('Reschedule'),
    title: /^Reschedule the meeting with /,
    change: async (form) => {
      await form.getByLabel('BDM').selectOption('Anyone who is free')
      await form.getByLabel('Time').selectOption({ index: 1 })
    },
  },
  AddLeaveDialog: {
    path: async (page) => `/bookings?tab=bdms&manager=${(await firstOf(page, '/api/bdms')).id}`,
    open: press('Add leave'),
    title: /^Add leave for /,
    change: write('Reason'),
  },
  TestCallDialog: {
    path: '/dashboard',
    open: press(/^Test Call for /),
    title: 'Test AI Voice Call',
    change: write('Phone number'),
  },
  ReviewDialog: {
    path: '/surveillance',
    open: press(/^Review /),
    title: /^Review /,
    change: write('Notes'),
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
  AudienceDialog: {
    path: '/brokers/audiences',
    open: press('New audience'),
    title: 'New audience',
    change: write('Name'),
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
    open: press('Words that count'),
    title: 'Words that count',
    change: write('Word 1'),
  },
  UploadRegisterDialog: {
    path: '/surveillance',
    open: press(/^Upload Credit licensees/),
    title: 'Upload Credit licensees',
    change: (form) => form.getByLabel('Published on').fill('2026-11-20'),
  },
  OrderDialog: {
    needsVendors: true,
    path: '/settings?tab=numbers',
    open: async (page) => {
      const numbers = page.getByRole('region', { name: 'Twilio numbers', exact: true })
      await numbers.getByLabel('Area code').fill('02')
      await numbers.getByRole('button', { name: 'Buy Number' }).click()
    },
    title: 'Buy Number with area code 02',
    change: write('Street'),
  },
  SetUpTwoFactor: {
    path: '/security',
    open: press('Turn on two-factor'),
    title: 'Turn on two-factor',
    change: write('Current Password'),
  },
  StopTwoFactor: {
    prepare: (page) =>
      page.route('**/api/auth/user', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...(await answer.json()), twoFactorEnabled: true } })
      }),
    path: '/security',
    open: press('Turn off two-factor'),
    title: 'Turn off two-factor?',
    change: write('Current Password'),
    cancel: 'Keep it on',
  },
}
