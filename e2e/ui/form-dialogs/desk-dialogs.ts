import type { Page } from '@playwright/test'
import type { RequestedCall } from '#contract/calls/requested-calls.ts'
import { type FormDialog, firstOf, press, write } from './form-dialog.ts'

const submitted = async (page: Page): Promise<string> =>
  `/brokers/applications?application=${(await firstOf(page, '/api/accreditations?status=submitted&limit=1')).id}`

async function withPlannedCall(page: Page): Promise<string> {
  const answer = await page.request.get('/api/requested-calls?state=planned')
  const [call] = (await answer.json()) as RequestedCall[] // the contract's type
  if (!call) throw new Error('the demo world has no planned call')
  return `/brokers/${call.broker.id}?tab=calls`
}

/** Forms of the desks: applications, documents, meetings, calls that brokers asked for. */
export const deskDialogs: Record<string, FormDialog> = {
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
    open: press('New document type'),
    title: 'New document type',
    change: write('Name'),
  },
  BdmDialog: {
    path: '/bookings?tab=bdms',
    open: press('Add BDM'),
    title: 'Add BDM',
    change: write('Name'),
  },
  ConnectCaldavDialog: {
    path: async (page) => `/bookings?tab=bdms&manager=${(await firstOf(page, '/api/bdms')).id}`,
    open: press('Connect calendar'),
    title: /^Connect the calendar of /,
    change: write('Server'),
  },
  RescheduleDialog: {
    path: async (page) =>
      `/bookings?period=all&booking=${(await firstOf(page, '/api/bookings?status=booked&sort=-scheduledDate')).id}`,
    open: press('Reschedule'),
    title: /^Reschedule the meeting with /,
    change: async (form) => {
      await form.getByLabel('BDM').selectOption('Anyone who is free')
      await form.getByLabel('Day').selectOption({ index: 1 })
      await form.getByLabel('Time').selectOption({ index: 1 })
    },
  },
  BookForBrokerDialog: {
    path: async (page) => `/brokers/${(await firstOf(page, '/api/brokers?limit=1')).id}`,
    open: press('Book a meeting'),
    title: 'Book for a broker',
    change: write('Agenda'),
  },
  MoveRequestedCallDialog: {
    path: withPlannedCall,
    open: press('Move'),
    title: /^Move the call to /,
    change: (form) => form.getByLabel('Time', { exact: true }).fill('13:10'),
  },
  AddLeaveDialog: {
    path: async (page) => `/bookings?tab=bdms&manager=${(await firstOf(page, '/api/bdms')).id}`,
    open: press('Add leave'),
    title: /^Add leave for /,
    change: write('Reason'),
  },
}
