import { type FormDialog, press, write } from './form-dialog.ts'

/** Forms about campaigns, microsites and numbers. */
export const campaignDialogs: Record<string, FormDialog> = {
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
  SaveTemplateDialog: {
    path: '/campaigns/1/edit',
    open: press('Save as template'),
    title: 'Save as template',
    change: write('Template name'),
  },
  TestCallDialog: {
    path: '/dashboard',
    open: press(/^Test Call for /),
    title: 'Test AI Voice Call',
    change: write('Phone number'),
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
}
