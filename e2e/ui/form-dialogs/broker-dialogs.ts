import { expect } from '../fixtures.ts'
import { type FormDialog, firstOf, press, write } from './form-dialog.ts'

/** Forms about brokers and their callability. */
export const brokerDialogs: Record<string, FormDialog> = {
  BrokerDialog: {
    // a fixed broker: other tests add brokers meanwhile
    path: '/brokers?q=Callum%20Fraser',
    // from a row, which is another where the screen is turned
    open: async (page) => {
      await press(/^Actions for /)(page)
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    },
    title: /^Edit /,
    change: write('Company'),
  },
  NoteDialog: {
    path: async (page) => `/brokers/${(await firstOf(page, '/api/brokers?sort=name&limit=1')).id}`,
    open: press('Add a note'),
    title: 'Add a note',
    change: write('Note'),
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
    open: press('Upload DNCR wash'),
    title: 'Upload DNCR wash',
    change: (form) =>
      form
        .getByLabel('CSV or Excel file')
        .setInputFiles({ name: 'wash.csv', mimeType: 'text/csv', buffer: Buffer.from('phone\n') }),
  },
  AudienceDialog: {
    path: '/brokers/audiences',
    open: press('New audience'),
    title: 'New audience',
    change: write('Name'),
  },
}
