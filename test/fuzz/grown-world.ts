import type { App } from '#server/app.ts'
import { bodies } from '../surface/endpoint-bodies.ts'
import { applicant, applicationForm, pdf } from '../worlds/application-forms.ts'
import { addPortalBroker, portalToken, withToken } from '../worlds/broker-client.ts'
import { type Client, PASSWORD, staffClient, visitor } from '../worlds/client.ts'
import { micrositeFields } from '../worlds/microsites-world.ts'
import { partsForm } from '../worlds/portal-brokers.ts'
import { loanLines, takeLoans } from '../worlds/scoring-world.ts'
import { uploadForm } from '../worlds/upload-form.ts'
import type { Accounts } from './fuzz-client.ts'

const ROLES = ['viewer', 'lender', 'compliance', 'admin'] as const

/** A small installation in which something of everything is there, so that requests get beyond `not found`. */
export async function growWorld(app: App): Promise<Accounts> {
  for (const role of ROLES) await staffClient(app, role)
  const admin = await staffClient(app, 'admin')
  const brokerIds = []
  for (let count = 0; count < 6; count++) {
    const broker = {
      name: `Mei Chen ${count}`,
      phone: `0491 570 ${150 + count}`,
      email: `mei.${count}@example.com`,
      asicNumber: `99010${count}`,
    }
    brokerIds.push(
      await made(admin, '/api/brokers', {
        ...broker,
        region: 'NSW',
        callBasis: 'express',
        callBasisSource: 'By letter',
      }),
    )
  }
  const campaignId = await made(admin, '/api/campaigns', {
    name: 'Spring',
    product: 'Flex',
    callScript: 'Hello {{firstName}}',
  })
  await made(admin, '/api/campaigns', { name: 'Autumn', product: 'Flex', callScript: 'Hello', rate: 6.14 })
  await made(admin, '/api/microsites', { ...micrositeFields, campaignId })
  await made(admin, '/api/bdms', { name: 'Dana Cole', email: 'dana@lender.example.com' })
  await made(admin, '/api/suppressions', { phoneNumber: '(02) 5550 1234', reason: 'Asked by letter' })
  await admin.send('PATCH', '/api/organisation', {
    legalName: 'Lumen',
    contactPhone: '1800 160 401',
    agentName: 'Alex',
  })
  for (const brokerId of brokerIds.slice(0, 3)) {
    const meeting = {
      ...[...bodies.values()].find((body) => 'scheduledDate' in body),
      scheduledDate: `2026-12-0${1 + brokerIds.indexOf(brokerId)}T10:00:00+11:00`,
    }
    await made(admin, '/api/bookings', { ...meeting, brokerId })
  }
  await admin.send('POST', '/api/brokers/imports', undefined, uploadForm('name,phone\nWei Li,0491 570 110\n'))
  await takeLoans(admin, loanLines('G', 5))
  await admin.send('POST', '/api/scoring/calculate', { month: '2026-10' })
  const application = applicationForm(applicant, [{ name: 'piInsurance', bytes: pdf() }])
  for (let count = 0; count < 2; count++)
    await visitor(app).send('POST', '/api/accreditations', undefined, application)
  await visitor(app).send(
    'POST',
    '/api/accreditations/drafts',
    undefined,
    applicationForm({ email: 'mei.chen@example.com' }),
  )
  const { email } = await addPortalBroker(app, { email: 'petra.quill@example.com' })
  const broker = withToken(app, await portalToken(app, email))
  for (const documentTypeId of ['1', '2', '3'])
    await broker.send(
      'POST',
      '/api/broker/documents/upload',
      undefined,
      partsForm([['documentTypeId', documentTypeId], { name: 'document', bytes: pdf() }]),
    )
  for (const [index, brokerId] of brokerIds.entries()) {
    const missed = { phone: `+6149157015${index}`, brokerId, callId: null, asked: true }
    await app.ctx().tx((tx) => tx.emit('call.missed', missed))
  }
  const staff = ROLES.map((role) => [role, { email: `${role}.client@staff.example`, password: PASSWORD }])
  return { ...Object.fromEntries(staff), broker: { email, password: PASSWORD } }
}

async function made(client: Client, url: string, body: object): Promise<number> {
  const answer = await client.send('POST', url, body)
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ id: number }>().id
}
