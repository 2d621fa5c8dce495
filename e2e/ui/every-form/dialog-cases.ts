import type { Locator, Page } from '@playwright/test'
import { callingDay, today } from '#test/product/calling-day.ts'
import { expect } from '../fixtures.ts'
import { press } from '../form-dialogs/form-dialog.ts'
import { blank, dialogCase, type FormCase, field, write } from './form-case.ts'

const choose =
  (label: string, index = 1) =>
  (form: Locator) =>
    form
      .getByLabel(label, { exact: true })
      .selectOption({ index })
      .then(() => undefined)

const nothing = async (): Promise<void> => undefined

/** Of a secret, in place of its form. */
const SHOWN_ONCE = /It is not shown again/

/** Forms that open over a screen of the console. */
export const dialogCases: Record<string, FormCase> = {
  'BrokerDialog: edit': dialogCase('BrokerDialog', {
    ...field('Company'),
    versioned: true,
  }),
  'BrokerDialog: add': dialogCase('BrokerDialog', {
    open: press('Add Broker'),
    form: (page) => page.getByRole('dialog', { name: 'Add Broker', exact: true }),
    ...blank(
      async (form, time) => {
        await write({
          Name: `Petra Quill ${'ABCDEF'[time]}`,
          Email: `petra.quill.${time}@example.com`,
          Phone: `(07) 7010 988${time}`,
        })(form, time)
        await form.getByLabel(/^I confirm that we have an existing relationship/).check()
      },
      'Name',
      'Email',
    ),
  }),
  NoteDialog: dialogCase('NoteDialog', { ...blank(write({ Note: 'Prefers mornings' }), 'Note') }),
  BulkForm: dialogCase('BulkForm', { fill: choose('BDM'), shows: nothing }),
  SaveViewDialog: dialogCase('SaveViewDialog', {
    ...blank(write({ Name: (time) => `View ${time}` }), 'Name'),
  }),
  MergeDialog: dialogCase('MergeDialog', {
    async fill(form) {
      const page = form.page()
      const [last] = (await (await page.request.get('/api/brokers?sort=-name&limit=1')).json()) as {
        name: string
      }[]
      await form.getByRole('combobox').fill(last?.name ?? '')
      await form
        .getByRole('option', { name: last?.name ?? '' })
        .first()
        .click()
    },
    shows: nothing,
    // the merged broker may be fetched again before the dialog closes
    allows: /404.*\/api\/brokers\/\d+/,
  }),
  AddSuppressionDialog: dialogCase('AddSuppressionDialog', {
    ...blank(
      write({ 'Phone number': (time) => `(02) 5550 77${time}0`, Reason: 'Asked by letter' }),
      'Phone number',
      'Reason',
    ),
  }),
  RemoveSuppressionDialog: dialogCase('RemoveSuppressionDialog', {
    fill: write({ Reason: 'Typed wrong' }),
    shows: nothing,
    once: true,
  }),
  WashDialog: dialogCase('WashDialog', {
    fill: (form, time) =>
      form.getByLabel('CSV or Excel file').setInputFiles({
        name: 'wash.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`phone,listed,washed_on\n+61255506${time}00,no,${today()}\n`),
      }),
    shows: nothing,
    said: /The wash was imported/,
  }),
  AudienceDialog: dialogCase('AudienceDialog', {
    ...blank(write({ Name: (time) => `Audience ${time}` }), 'Name'),
  }),
  CreateCampaignDialog: dialogCase('CreateCampaignDialog', {
    ...blank(
      write({
        'Campaign name': (time) => `Spring ${time}`,
        Product: 'Flex Home Loan',
        'Call script': 'Hello',
      }),
      'Campaign name',
      'Product',
    ),
  }),
  EditCampaignDialog: dialogCase('EditCampaignDialog', {
    ...field('Product'),
    versioned: true,
  }),
  CreateMicrositeDialog: dialogCase('CreateMicrositeDialog', {
    ...blank(async (form, time) => {
      await write({
        'Microsite name': `Flex ${time}`,
        'URL slug': `flex-dialog-${time}`,
        'Hero title': 'Flex',
        'Hero subtitle': 'Home',
        'Product name': 'Flex Home Loan',
        Description: 'A home loan.',
      })(form, time)
      await choose('Campaign')(form)
    }, 'Microsite name'),
  }),
  EditMicrositeDialog: dialogCase('EditMicrositeDialog', {
    ...field('Hero title'),
    versioned: true,
  }),
  SaveTemplateDialog: dialogCase('SaveTemplateDialog', {
    fill: write({ 'Template name': (time) => `Template ${time}` }),
    shows: (form) => expect(form.getByLabel('Template name')).not.toHaveValue(/^Template/),
  }),
  TestCallDialog: dialogCase('TestCallDialog', {
    ...blank(write({ 'Phone number': '0491 570 156' }), 'Phone number'),
    said: 'Test Call Initiated',
  }),
  ApproveDialog: dialogCase('ApproveDialog', {
    async fill(form) {
      await form.getByLabel('Create a new broker').check()
      await form.getByLabel('Message to the applicant').fill('Welcome')
    },
    shows: nothing,
    once: true,
  }),
  ReasonDialog: dialogCase('ReasonDialog', {
    fill: write({ 'What is missing': 'The second page' }),
    shows: nothing,
    once: true,
  }),
  RequestVersionDialog: dialogCase('RequestVersionDialog', {
    ...blank(write({ 'What is needed': 'The current certificate' })),
  }),
  'TypeDialog: add': dialogCase('TypeDialog', {
    ...blank(async (form, time) => {
      await form.getByLabel('Name', { exact: true }).fill(`Certificate ${time}`)
      await choose('Category')(form)
    }, 'Name'),
  }),
  'TypeDialog: edit': dialogCase('TypeDialog', {
    open: (page) =>
      page
        .getByRole('row', { name: /^Edit / })
        .first()
        .click(),
    form: (page) => page.getByRole('dialog', { name: /^Edit / }),
    ...field('Description'),
    versioned: true,
  }),
  'BdmDialog: add': dialogCase('BdmDialog', {
    ...blank(
      write({ Name: (time) => `Dana Hart${'e'.repeat(time)}`, Email: (time) => `dana.${time}@example.com` }),
      'Name',
    ),
  }),
  'BdmDialog: edit': dialogCase('BdmDialog', {
    path: async (page) => `/bookings?tab=bdms&manager=${await firstId(page, '/api/bdms')}`,
    open: press('Edit'),
    form: (page) => page.getByRole('dialog', { name: /^Edit / }),
    ...field('Name', (time) => `Aaron Hart${'e'.repeat(time)}`),
    versioned: true,
  }),
  RescheduleDialog: dialogCase('RescheduleDialog', {
    async fill(form) {
      await form.getByLabel('BDM').selectOption('Anyone who is free')
      await form.getByLabel('Day').selectOption({ index: 1 })
      await form.getByLabel('Time').selectOption({ index: 1 })
    },
    shows: nothing,
  }),
  MoveRequestedCallDialog: dialogCase('MoveRequestedCallDialog', {
    ...field('Time', (time) => `13:1${time}`),
    fill: write({ Day: callingDay(), Time: (time) => `13:1${time}` }),
    versioned: true,
  }),
  AddLeaveDialog: dialogCase('AddLeaveDialog', {
    ...blank(
      write({
        'First day': (time) => `2027-02-0${time}`,
        'Last day': (time) => `2027-02-0${time}`,
        Reason: 'Holiday',
      }),
      'Reason',
    ),
  }),
  ReviewDialog: dialogCase('ReviewDialog', {
    async fill(form) {
      await form.getByRole('radio').first().check()
      await form.getByLabel('Notes').fill('Another person')
    },
    shows: nothing,
    once: true,
  }),
  FeedDialog: dialogCase('FeedDialog', {
    ...blank(
      write({
        Name: (time) => `News ${time}`,
        Address: (time) => `https://news${time}.example.com/feed.xml`,
      }),
      'Name',
      'Address',
    ),
  }),
  LicenseeDialog: dialogCase('LicenseeDialog', {
    ...blank(
      write({ 'Australian credit licence number': (time) => String(990_806 + time) }),
      'Australian credit licence number',
    ),
  }),
  OverrideDialog: dialogCase('OverrideDialog', {
    async fill(form) {
      const other = form.getByLabel('Tier').locator('option:not([disabled]):not([value=""])').first()
      await form.getByLabel('Tier').selectOption(await other.getAttribute('value'))
      await form.getByLabel('Reason').fill('A long record')
    },
    shows: nothing,
    once: true,
  }),
  KeywordsDialog: dialogCase('KeywordsDialog', {
    ...field('Keyword 1', (time) => `aa fraud ${time}`),
    versioned: true,
  }),
  ApiKeyDialog: dialogCase('ApiKeyDialog', {
    ...blank(write({ Name: (time) => `CRM ${time}` })),
    ...{ said: SHOWN_ONCE, once: true },
  }),
  OverlapDialog: dialogCase('OverlapDialog', {
    fill: choose('The former secret remains valid for'),
    ...{ shows: nothing, said: SHOWN_ONCE, once: true },
  }),
  WebhookDialog: dialogCase('WebhookDialog', {
    ...blank(write({ Name: (time) => `Receiver of CRM ${time}`, Address: 'http://127.0.0.1:9/' })),
    ...{ said: SHOWN_ONCE, once: true },
  }),
  ReplayDialog: dialogCase('ReplayDialog', { fill: choose('Events'), shows: nothing }),
  InviteDialog: dialogCase('InviteDialog', {
    ...blank(
      write({
        Email: (time) => `ines.${time}@example.com`,
        'First name': 'Ines',
        'Last name': (time) => `Novak${'e'.repeat(time)}`,
      }),
      'Email',
    ),
  }),
  EditMemberDialog: dialogCase('EditMemberDialog', {
    ...field('Last name', (time) => `Novak${'e'.repeat(time)}`),
    versioned: true,
  }),
}

async function firstId(page: Page, address: string): Promise<number> {
  const [first] = (await (await page.request.get(address)).json()) as { id: number }[]
  return first?.id ?? 0
}
