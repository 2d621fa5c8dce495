import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import { contentDefaults, type MicrositeContent } from '#contract/microsites/microsites.ts'
import type { Lender, MailFacts, OfferFacts } from '#contract/microsites/pages.ts'

/** Facts for the tests of pages and mails: every optional part is there. */
export const lender: Lender = {
  name: 'Lumen & Sons',
  legalName: 'Lumen Street Lending Pty Ltd',
  abn: '23990000014',
  contactPhone: '1800 160 401',
  address: 'Level 3, 1 Example Street, Sydney NSW 2000',
  privacyUrl: 'https://lumen.example/privacy',
  termsUrl: 'https://lumen.example/terms',
  brand: { colour: null, logo: null },
}

/** A lender with only a name set. */
export const bareLender: Lender = {
  name: 'Lumen',
  legalName: '',
  abn: '',
  contactPhone: '',
  address: '',
  privacyUrl: '',
  termsUrl: '',
  brand: { colour: null, logo: null },
}

export const offer: OfferFacts = {
  product: 'Premium Home Loan',
  rate: '6.140',
  rateType: 'p.a. variable',
  comparisonRate: '6.180',
  description: 'Owner-occupied, up to 80% LVR.',
}

export const content: MicrositeContent = {
  ...contentDefaults,
  heroTitle: 'A premium loan',
  heroSubtitle: 'Sharp pricing and a named assessor.',
  productName: 'Premium Home Loan',
  description: 'Our flagship for owner-occupiers.',
  features: 'Full offset account, no monthly fee.',
  ctaButtonUrl: 'https://brokers.lumen.example/booking',
  ctaSecondaryUrl: null,
}

/** Every text empty but the title. */
export const bareContent: MicrositeContent = {
  ...content,
  // the same keys, so the same type
  ...(Object.fromEntries(Object.keys(content).map((key) => [key, ''])) as Record<keyof MicrositeContent, ''>),
  heroTitle: 'Only a title',
}

export const meeting: BookingMail = {
  name: 'Petra Novak',
  bdmName: 'Sam Lee',
  when: 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
  changedFrom: null,
  meetingType: 'product-discussion',
  attendees: '2 people',
  agenda: 'Company income.\nOffset on splits.',
  videoLink: 'https://meet.example/lumen',
  manageUrl: 'https://brokers.lumen.example/booking/manage/token',
}

const { manageUrl: _manageUrl, ...forBdm } = meeting
const { videoLink: _videoLink, ...cancelled } = forBdm
const url = 'https://brokers.lumen.example/accreditation/status/token'

const { videoLink: _link, agenda: _agenda, ...asked } = meeting

export const mailFacts: MailFacts = {
  booking_unconfirmed: { ...asked, until: 'Mon 23 Nov, 9:30 am AEDT' },
  booking_confirmed: { ...meeting, attributed: true },
  booking_moved: meeting,
  booking_updated: meeting,
  booking_cancelled: { ...cancelled, bookUrl: 'https://brokers.lumen.example/booking' },
  booking_reminder: { ...meeting, ahead: 'day' },
  booking_notice: {
    ...forBdm,
    change: 'booked',
    visitor: 'Petra Novak, Novak Broking',
    contact: 'petra@example.com, 0491 570 156',
    url: 'https://brokers.lumen.example/bookings',
  },
  link_requested: { name: 'Petra', what: 'offer', product: 'Premium Home Loan', url, decisionsUrl: url },
  draft_saved: { firstName: 'Petra', resumeUrl: url, expires: '24 Dec 2026' },
  application_received: { firstName: 'Petra', statusUrl: url },
  application_decided: {
    ...{ firstName: 'Petra', status: 'approved', reason: 'Welcome aboard.', url },
    ...{ outstanding: [], portalUrl: url, decisionsUrl: url },
  },
  verify_email: { name: 'Petra', verifyUrl: url, expires: 'Wed 25 Nov, 10:00 am AEDT', keepsPassword: false },
  account_exists: { name: 'Petra', signInUrl: url, forgotUrl: url },
  reset_password: { name: 'Petra', resetUrl: url },
  staff_invited: { name: 'Petra', role: 'an admin', acceptUrl: url, expires: 'Tue 1 Dec, 10:00 am AEDT' },
  account_changed: { name: 'Petra', change: 'password', portalUrl: url },
  document_decided: {
    name: 'Petra',
    typeName: 'Photo ID',
    status: 'rejected',
    reason: 'The copy is not readable.\nPlease upload a clearer one.',
    expires: null,
    portalUrl: url,
  },
  document_asked: { name: 'Petra', typeName: 'Photo ID', note: 'Both sides, please.', portalUrl: url },
  document_required: { name: 'Petra', typeName: 'Photo ID', from: '24 December 2026', portalUrl: url },
  document_expiring: {
    name: 'Petra',
    typeName: 'Photo ID',
    expires: '24 Dec 2026',
    daysLeft: 30,
    portalUrl: url,
  },
  document_expired: {
    name: 'Petra',
    typeName: 'Photo ID',
    expires: '24 Dec 2026',
    renewalWaits: false,
    portalUrl: url,
    decisionsUrl: url,
  },
  tasks_digest: {
    tasks: [{ what: 'Call back', who: 'Marco Zhang', overdue: true }],
    more: 1,
    url: 'http://localhost:3000/tasks',
  },
  bdm_brief: {
    name: 'Petra',
    day: 'Tue 24 Nov',
    meetings: [
      {
        title: 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT, Marco Zhang, Harbour Finance',
        facts: [
          { label: 'Last call', value: 'Fri 20 Nov 2026: BDM meeting booked. Keen on refinancing' },
          { label: 'Documents', value: 'In progress: 3 of 4 required documents; missing Photo ID' },
        ],
      },
    ],
    url: 'http://localhost:3000/bookings/brief?bdm=1&day=2026-11-24',
  },
  weekly_report: {
    name: 'Petra',
    week: 'Mon 16 to Sun 22 Nov 2026',
    current: {
      ...{ calls: 1220, reached: 480, responseRate: 12.5, meetings: 3, applications: 2 },
      cost: [{ currency: 'AUD', amount: '96.0000', calls: 480 }],
    },
    previous: {
      ...{ calls: 900, reached: 300, responseRate: 10, meetings: 0, applications: 0 },
      cost: [{ currency: 'AUD', amount: '45.0000', calls: 300 }],
    },
    campaigns: [
      {
        ...{ label: 'Spring offer', calls: 800, share: { rate: 15, low: 12.7, high: 17.6 } },
        difference: { points: 7.3, low: 3.6, high: 10.7, verdict: 'more' },
      },
      {
        ...{ label: 'Autumn offer', calls: 20, share: { rate: 10, low: 2.8, high: 30.1 } },
        difference: { points: -2.5, low: -10, high: 17.7, verdict: 'too_few' },
      },
    ],
    moreCampaigns: 1,
    hours: {
      best: { weekday: 2, hour: 10, calls: 200, reached: 110, share: { rate: 55, low: 48.1, high: 61.7 } },
      overall: { rate: 39.3, low: 36.6, high: 42.1 },
    },
    changes: [{ day: 'Tue 17 Nov', text: 'Campaign created: Autumn offer' }],
    moreChanges: 0,
    tasks: [
      { what: 'Call back', open: 4, overdue: 1 },
      { what: 'Meeting wanted', open: 1, overdue: 0 },
    ],
    url: 'https://brokers.lumen.example/analytics?period=own&from=2026-11-16&to=2026-11-22',
    tasksUrl: 'https://brokers.lumen.example/tasks',
    unsubscribeUrl: 'https://brokers.lumen.example/reports/unsubscribe/token',
  },
  documents_expiring_staff: {
    documents: [{ broker: 'Petra Novak', typeName: 'Photo ID', expires: '24 Dec 2026' }],
    more: 0,
    url,
  },
  compliance_alert: {
    brokers: [
      { name: 'Isla Fraser', what: 'Credit representative 990123 ended on 3 November 2026', risk: 90 },
    ],
    more: 0,
    url,
  },
  staff_report: {
    title: 'Credit representatives: 1 row cannot be read',
    details: 'Credit representatives of 24 November 2026: 1 row cannot be read.',
    lines: ['Row 12: 990123, FRASER, ISLA: CRED_REP_END_DT is "soon", which is no day'],
    more: 0,
    ...{ url, label: 'Open surveillance' },
  },
  standstill: { sentences: ['Calls are due and none has been placed for 5 minutes.'], url },
  appeal_answered: {
    ...{ name: 'Petra', month: '2026-10', outcome: 'upheld', portalUrl: url },
    answer: 'Two of the loans were not yours; they are corrected.',
  },
  accreditation_changed: {
    name: 'Petra',
    status: 'lapsed',
    missing: ['Photo ID'],
    portalUrl: url,
    decisionsUrl: url,
  },
  contest_received: {
    name: 'Petra',
    decision: 'Your document “Photo ID” has expired.',
    by: 'Thu 24 Dec 2026',
    url,
  },
  contest_answered: {
    ...{ name: 'Petra', decision: 'Your document “Photo ID” has expired.', outcome: 'changed', url },
    answer: 'The newer version counts from its upload.',
  },
  decisions_link: { name: 'Petra', url },
  complaint_received: { name: 'Petra', number: 12, by: 'Thu 24 Dec 2026' },
  complaint_answered: {
    ...{ name: 'Petra', number: 12, outcome: 'partly_upheld' },
    answer: 'The agent did not say who was calling. The script is corrected.',
  },
}

/** Every text of the facts replaced by this one, addresses and fixed choices left alone. */
export function withText<Facts>(facts: Facts, text: string): Facts {
  const replace = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item, key))
    if (value && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, name)]))
    }
    const kept =
      typeof value !== 'string' ||
      /url$|^(status|change|outcome|verdict|month|ahead|rate|comparisonRate)$/i.test(key)
    return kept ? value : text
  }
  return replace(facts, '') as Facts // the same shape, text for text
}
