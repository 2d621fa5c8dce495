import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as portal from '#contract/accounts/broker-accounts.ts'
import * as sessionLimits from '#contract/accounts/session-limits.ts'
import * as signOn from '#contract/accounts/sign-on.ts'
import * as team from '#contract/accounts/team.ts'
import * as accreditations from '#contract/accreditations/accreditations.ts'
import * as bdms from '#contract/bookings/bdms.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as audiences from '#contract/brokers/audiences.ts'
import * as brokers from '#contract/brokers/brokers.ts'
import * as imports from '#contract/brokers/imports.ts'
import * as savedViews from '#contract/brokers/saved-views.ts'
import * as requestedCalls from '#contract/calls/requested-calls.ts'
import * as voiceSettings from '#contract/calls/voice-settings.ts'
import * as callingRules from '#contract/campaigns/calling-rules.ts'
import { WIDEST } from '#contract/campaigns/calling-rules.ts'
import * as templates from '#contract/campaigns/campaign-templates.ts'
import * as campaigns from '#contract/campaigns/campaigns.ts'
import * as reports from '#contract/dashboard/reports.ts'
import * as types from '#contract/documents/document-types.ts'
import { type ChangedMeanwhile, type Edits, versionOf } from '#contract/edits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as microsites from '#contract/microsites/microsites.ts'
import * as loans from '#contract/scoring/loans.ts'
import * as scorecards from '#contract/scoring/scorecards.ts'
import * as mentions from '#contract/surveillance/mentions.ts'
import * as surveillance from '#contract/surveillance/surveillance.ts'
import * as backups from '#contract/system/backups.ts'
import * as brand from '#contract/system/brand.ts'
import * as organisation from '#contract/system/organisation.ts'
import * as retention from '#contract/system/retention.ts'
import * as setup from '#contract/system/setup.ts'
import * as tasks from '#contract/tasks/tasks.ts'
import * as webhooks from '#contract/webhooks/webhook-endpoints.ts'
import { endpoints } from '#server/endpoints.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, signedIn, staffClient } from '#test/worlds/client.ts'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { addCampaign, addMicrosite, micrositeFields } from '#test/worlds/microsites-world.ts'
import { nameOf } from './every-endpoint.ts'

const draftRules = {
  ...{ rules: { ...WIDEST, words: [], recording: 'announced' }, validFrom: null, validTo: null },
  source: 'Board decision',
}

/** They replace nothing that somebody else may have typed, each for its own reason. */
const withoutVersion = new Map<Endpoint, string>([
  [accreditations.saveDraft, 'public: the form itself sends the version, as the tests of drafts show'],
  [brand.updateBrand, 'one value, which shows what it is before it is replaced'],
  [templates.renameTemplate, 'one name, which shows what it is before it is replaced'],
  [imports.remapImport, 'chosen anew as a whole for an upload that has changed nothing yet'],
  [loans.remapLoanImport, 'chosen anew as a whole for an upload that has changed nothing yet'],
  [savedViews.updateSavedView, 'what a list shows at that moment, put in place of what the view had'],
  [setup.putSetupAway, 'one switch, and one’s own'],
  [reports.setReportSubscription, 'one switch, and one’s own'],
  [tasks.setTaskDigest, 'one switch, and one’s own'],
  [signOn.updateSignOn, 'set up as a whole after the issuer was read, with a secret that cannot be compared'],
  [signOn.enforceSignOn, 'one switch, which shows what it is before it is pressed'],
  [
    webhooks.updateWebhook,
    'three values that few admins choose as a whole; the audit log keeps the former ones',
  ],
  [surveillance.updateSurveillanceSettings, 'one switch, which shows what it is before it is pressed'],
])

interface Case {
  /** Where the endpoint saves. */
  url: () => string
  /** Where the record is read; left out: where it is saved. */
  read?: () => string
  pick?: (answer: unknown) => unknown
  /** The edits of the two people; the first one saves again where they differ. */
  mine: object
  theirs: object
}

let app: TestApp
let ada: Client
let mara: Client
let broker: BrokerClient
const ids = {
  audience: 0,
  bdm: 0,
  booking: 0,
  broker: 0,
  campaign: 0,
  microsite: 0,
  requestedCall: 0,
  task: 0,
  user: 0,
}

beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  ada = await staffClient(app, 'admin')
  const user = {
    email: 'mara@staff.example',
    firstName: 'Mara',
    lastName: 'Lindqvist',
    role: 'admin' as const,
  }
  await createStaff(app.ctx(), { ...user, password: PASSWORD })
  mara = await signedIn(app, user.email)
  broker = await brokerClient(app)
  // with a place: a requested call moves only to the calling hours there
  ids.broker = await addBroker(app, { phone: '+61491570110', region: 'NSW', timezone: 'Australia/Sydney' })
  ids.campaign = await addCampaign(app)
  const site = await ada.send('POST', '/api/microsites', { ...micrositeFields, campaignId: ids.campaign })
  ids.microsite = site.json().id
  ids.bdm = await addBdm(app)
  ids.booking = (await post(app, someone())).json().id
  ids.audience = (await ada.send('POST', '/api/audiences', { name: 'Sydney', rules: [] })).json().id
  ids.user = await createStaff(app.ctx(), {
    ...{ email: 'ines.novak@staff.example', password: PASSWORD },
    ...{ firstName: 'Ines', lastName: 'Novak', role: 'viewer' },
  })
  const due = new Date('2026-12-01T15:00:00+11:00')
  const requested = {
    brokerId: ids.broker,
    campaignId: ids.campaign,
    phone: '+61491570110',
    words: 'At three',
  }
  ids.requestedCall = (
    await app.connection.db
      .insertInto('requestedCalls')
      .values({ ...requested, simulated: true, dueAt: due, untilAt: due })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const task = { kind: 'call_back', dedupeKey: 'one', details: 'Wants a call', dueAt: SUNDAY }
  ids.task = (
    await app.connection.db.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow()
  ).id
})
afterAll(() => app?.close())

const listed = (id: () => number) => (list: unknown) =>
  (list as { id: number }[]).find((one) => one.id === id())

const cases = new Map<Endpoint, Case>([
  [
    audiences.updateAudience,
    {
      url: () => `/api/audiences/${ids.audience}`,
      read: () => '/api/audiences',
      pick: listed(() => ids.audience),
      mine: { name: 'Sydney CBD' },
      theirs: { name: 'Greater Sydney' },
    },
  ],
  [
    bdms.updateBdm,
    {
      url: () => `/api/bdms/${ids.bdm}`,
      read: () => '/api/bdms',
      pick: listed(() => ids.bdm),
      mine: { name: 'Dana Cole-Hart' },
      theirs: { name: 'Dana Hart' },
    },
  ],
  [
    bookings.updateBooking,
    {
      url: () => `/api/bookings/${ids.booking}`,
      mine: { note: 'Bring the file' },
      theirs: { note: 'Rang back' },
    },
  ],
  [
    bookings.rescheduleBooking,
    {
      url: () => `/api/bookings/${ids.booking}/reschedule`,
      read: () => `/api/bookings/${ids.booking}`,
      mine: { scheduledDate: '2026-11-25T10:00:00+11:00' },
      theirs: { scheduledDate: '2026-11-26T10:00:00+11:00' },
    },
  ],
  [
    brokers.updateBroker,
    {
      url: () => `/api/brokers/${ids.broker}`,
      mine: { company: 'Quill Finance' },
      theirs: { company: 'Harbour Lending' },
    },
  ],
  [
    campaigns.updateCampaign,
    { url: () => `/api/campaigns/${ids.campaign}`, mine: { rate: '5.990' }, theirs: { rate: '6.010' } },
  ],
  [
    types.updateDocumentType,
    {
      url: () => '/api/document-types/1',
      read: () => '/api/document-types',
      pick: listed(() => 1),
      mine: { description: 'The current one' },
      theirs: { description: 'All pages' },
    },
  ],
  [
    types.saveRejectionReasons,
    {
      url: () => '/api/rejection-reasons',
      mine: { texts: ['Pages are missing.'] },
      theirs: { texts: ['It has expired.'] },
    },
  ],
  [
    mentions.saveKeywords,
    {
      url: () => '/api/surveillance/keywords',
      read: () => '/api/surveillance/feeds',
      mine: { keywords: [{ word: 'fraud', weight: 60 }] },
      theirs: { keywords: [] },
    },
  ],
  [
    microsites.updateMicrosite,
    {
      url: () => `/api/microsites/${ids.microsite}`,
      read: () => '/api/microsites',
      pick: listed(() => ids.microsite),
      mine: { title: 'Flex Home' },
      theirs: { title: 'Flex Home Loan' },
    },
  ],
  [
    organisation.updateOrganisation,
    { url: () => '/api/organisation', mine: { agentName: 'Alex' }, theirs: { agentName: 'Sam' } },
  ],
  [
    backups.updateBackupSettings,
    { url: () => '/api/backups/settings', mine: { hour: 2 }, theirs: { hour: 3 } },
  ],
  [
    retention.updateRetention,
    {
      url: () => '/api/retention',
      mine: { periods: { jobs: { count: 90, unit: 'days' } }, confirmed: true },
      theirs: { periods: { jobs: { count: 80, unit: 'days' } }, confirmed: true },
    },
  ],
  [
    callingRules.saveCallingRules,
    {
      url: () => '/api/calling-rules/draft',
      read: () => '/api/calling-rules',
      pick: (list) => (list as unknown[])[0],
      mine: { ...draftRules, note: 'Mine' },
      theirs: { ...draftRules, note: 'Theirs' },
    },
  ],
  [
    scorecards.saveDraft,
    {
      url: () => '/api/scoring/scorecards/draft',
      read: () => '/api/scoring/scorecards',
      pick: (list) => (list as unknown[])[0],
      mine: { rules: deliveredRules, note: 'Mine' },
      theirs: { rules: deliveredRules, note: 'Theirs' },
    },
  ],
  [
    sessionLimits.updateSessionLimits,
    { url: () => '/api/session-limits', mine: { brokerDays: 20 }, theirs: { brokerDays: 10 } },
  ],
  [
    requestedCalls.changeRequestedCall,
    {
      url: () => `/api/requested-calls/${ids.requestedCall}`,
      read: () => '/api/requested-calls',
      pick: listed(() => ids.requestedCall),
      mine: { action: 'move', dueAt: '2026-12-02T15:00:00+11:00' },
      theirs: { action: 'move', dueAt: '2026-12-03T11:00:00+11:00' },
    },
  ],
  [
    tasks.updateTask,
    {
      url: () => `/api/tasks/${ids.task}`,
      mine: { action: 'snooze', until: '2026-11-25T09:00:00+11:00' },
      theirs: { action: 'snooze', until: '2026-11-26T09:00:00+11:00' },
    },
  ],
  [
    team.updateMember,
    {
      url: () => `/api/users/${ids.user}`,
      read: () => '/api/users',
      pick: listed(() => ids.user),
      mine: { lastName: 'Nowak' },
      theirs: { lastName: 'Novotny' },
    },
  ],
  [
    voiceSettings.updateVoiceSettings,
    { url: () => '/api/voice-settings', mine: { ambience: 'off' }, theirs: { ambience: 'office' } },
  ],
  [
    portal.updateProfile,
    {
      url: () => '/api/broker/profile',
      mine: { name: 'Petra Quill', phone: '0491 570 156', company: 'Quill' },
      theirs: { name: 'Petra Quill', phone: '0491 570 156', company: 'Quill Finance' },
    },
  ],
])

const changing = endpoints.filter(({ method }) => method === 'PATCH' || method === 'PUT')
const versioned = endpoints.flatMap((endpoint) =>
  endpoint.edits ? [{ name: nameOf(endpoint), endpoint, edits: endpoint.edits }] : [],
)

// Covers: console-toasts-16
it('every endpoint that changes a record takes the version that it was opened with, or says why not', () => {
  const silent = changing.filter((endpoint) => !endpoint.edits && !withoutVersion.has(endpoint))
  expect(silent.map(nameOf)).toEqual([])
  expect([...withoutVersion.keys()].filter(({ edits }) => edits).map(nameOf)).toEqual([])
  expect(versioned.filter(({ endpoint }) => !cases.has(endpoint)).map(({ name }) => name)).toEqual([])
})

describe.each(versioned)('$name, opened by two people at once', ({ endpoint, edits }) => {
  const given = (): Case => cases.get(endpoint) as Case // the test above
  const first = (): Client => (endpoint.access === 'broker' ? broker : ada)
  const second = (): Client => (endpoint.access === 'broker' ? broker : mara)
  const record = async (): Promise<unknown> => {
    const { url, read = url, pick = (answer: unknown) => answer } = given()
    return pick((await first().get(read())).json())
  }
  const save = (client: Client, body: object, version: string) =>
    client.send(endpoint.method as 'PATCH', given().url(), body, { headers: { 'if-match': `"${version}"` } })

  // Covers: console-toasts-15
  it('is saved by the first, refused to the second with what has changed, and saved again by the new version', async () => {
    const opened = versionOf(edits, await record())
    expect((await save(second(), given().theirs, opened)).statusCode).toBe(200)
    const theirs = await record()
    expect(versionOf(edits, theirs)).not.toBe(opened)
    const refused = await save(first(), given().mine, opened)
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
      status: 409,
      code: 'conflict',
    })
    expect(shown(edits, await record())).toEqual(shown(edits, theirs))
    const { current, version, changes } = refused.json<{ changed: ChangedMeanwhile }>().changed
    expect(shown(edits, current)).toEqual(shown(edits, theirs))
    expect(changes[0]?.by).toBe(endpoint.access === 'broker' ? 'Your lender’s team' : 'Mara Lindqvist')
    expect(changes[0]?.own).toBe(endpoint.access === 'broker')
    expect(changes[0]?.fields.length).toBeGreaterThan(0)
    expect((await save(first(), given().mine, version ?? '')).statusCode).toBe(200)
    expect(versionOf(edits, await record())).not.toBe(version)
  })

  // Covers: console-toasts-15
  it('is saved for one of two who save in the same moment', async () => {
    const opened = versionOf(edits, await record())
    const answers = await Promise.all([
      save(second(), given().theirs, opened),
      save(first(), given().theirs, opened),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

/** The content of a version. */
const shown = ({ fields }: Edits, record: unknown): unknown =>
  fields === 'all'
    ? record
    : Object.fromEntries(fields.map((name) => [name, (record as Record<string, unknown>)[name]]))

describe('a save', () => {
  const url = () => `/api/campaigns/${ids.campaign}`

  // Covers: console-toasts-16
  it('without a version goes through, as the specification has it', async () => {
    expect((await ada.send('PATCH', url(), { description: 'One' })).statusCode).toBe(200)
    const any = { headers: { 'if-match': '*' } }
    expect((await mara.send('PATCH', url(), { description: 'Two' }, any)).statusCode).toBe(200)
  })

  // Covers: console-toasts-16
  it('with what is no version says what one is', async () => {
    for (const header of ['abc', '""', 'W/"0123456789abcdef"', '"0123456789abcdeg"', 'x'.repeat(5000)]) {
      const answer = await ada.send(
        'PATCH',
        url(),
        { description: 'No' },
        { headers: { 'if-match': header } },
      )
      expect({ header, status: answer.statusCode }).toEqual({ header, status: 400 })
      expect(answer.json().message).toContain('If-Match')
    }
  })

  // Covers: console-toasts-15
  it('of a record that was deleted meanwhile says who did it, and that it is gone', async () => {
    const { id } = await addMicrosite(app, { campaignId: ids.campaign })
    expect((await mara.send('DELETE', `/api/microsites/${id}`)).statusCode).toBe(200)
    const answer = await ada.send(
      'PATCH',
      `/api/microsites/${id}`,
      { title: 'Flex' },
      { headers: { 'if-match': '"0123456789abcdef"' } },
    )
    expect(answer.statusCode).toBe(404)
    expect(answer.json().changed).toMatchObject({
      current: null,
      version: null,
      changes: [{ by: 'Mara Lindqvist', own: false }],
    })
  })

  it('by somebody who may not is refused before anything is told of the record', async () => {
    const viewer = await staffClient(app, 'viewer')
    const answer = await viewer.send(
      'PATCH',
      url(),
      { name: 'Mine' },
      { headers: { 'if-match': '"0123456789abcdef"' } },
    )
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).not.toHaveProperty('changed')
  })
})

// Covers: console-toasts-17
it('who changed a record is told to staff who have it open, without what was in it', async () => {
  await mara.send('PATCH', `/api/brokers/${ids.broker}`, { company: 'Tidewater Loans' })
  const answer = await ada.get(`/api/record-changes?subject=broker&id=${ids.broker}`)
  expect(answer.json()[0]).toMatchObject({ by: 'Mara Lindqvist', own: false, fields: ['company'] })
  expect(answer.body).not.toContain('Tidewater')
  expect((await ada.get('/api/record-changes?subject=sessions')).statusCode).toBe(400)
  expect((await broker.get(`/api/record-changes?subject=broker&id=${ids.broker}`)).statusCode).toBe(401)
})
