import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stream } from '#server/pdf/assemble-pdf.ts'
import { type ClamdDouble, startClamd } from '#test/doubles/clamd-double.ts'
import { pageWith } from '#test/hostile-files/pdf.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { visitor } from '#test/worlds/client.ts'

// in two pieces, so that no scanner finds it here
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const infected = (): Buffer => pageWith({ more: [stream(EICAR)] })
const NOT_SCANNED =
  'Files cannot be checked for viruses right now. Nothing was kept. Try again in a few minutes.'

let clamd: ClamdDouble
let app: TestApp
let dataDir: string
let broker: BrokerClient
beforeAll(async () => {
  clamd = await startClamd()
  dataDir = await mkdtemp(join(tmpdir(), 'scanning-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir, CLAMAV_ADDRESS: clamd.address } })
  broker = await brokerClient(app)
})
afterAll(async () => {
  await app?.close()
  await clamd?.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  clamd.received.length = 0
})

const upload = (bytes: Buffer) => {
  const { payload, headers } = applicationForm({ documentTypeId: '5' }, [{ name: 'document', bytes }])
  return broker.send('POST', '/api/broker/documents/upload', undefined, { payload, headers })
}
const left = async () => [
  await readdir(join(dataDir, 'files')),
  (await app.connection.db.selectFrom('vaultFiles').select('id').execute()).length,
  (await app.connection.db.selectFrom('documents').select('id').execute()).length,
]

describe('where a virus scanner is configured', () => {
  // Covers: come-looks-7
  it('every file is shown to it as it was sent', async () => {
    const bytes = pdf('clean')
    expect((await upload(bytes)).statusCode).toBe(201)
    expect(clamd.received.map((file) => file.equals(bytes))).toEqual([true])
  })

  // Covers: come-looks-7, decision-file-check
  it('an infected file is refused by its name, from brokers and applicants alike, and nothing is kept', async () => {
    const before = await left()
    const message =
      'The virus scanner found Win.Test.EICAR_HDB-1 in this file. It was not kept. Check your computer and upload a clean copy.'
    const answer = await upload(infected())
    expect([answer.statusCode, answer.json().message]).toEqual([422, message])
    const form = applicationForm(applicant, [{ name: 'piInsurance', bytes: infected() }])
    const application = await visitor(app).send('POST', '/api/accreditations', undefined, form)
    expect([application.statusCode, application.json().fields]).toEqual([422, { piInsurance: message }])
    expect(await left()).toEqual(before)
  })

  // Covers: come-looks-7
  it('nothing is kept while it does not answer, and the sender is told to come back', async () => {
    const before = await left()
    const { answer } = clamd
    try {
      for (const said of ['end', 'What?\0'] as const) {
        clamd.answer = () => said
        const refused = await upload(pdf())
        expect([refused.statusCode, refused.json().message]).toEqual([503, NOT_SCANNED])
        expect(refused.headers['retry-after']).toBe('60')
      }
    } finally {
      clamd.answer = answer
    }
    expect(await left()).toEqual(before)
  })

  it('what is refused already is not shown to it to the end', async () => {
    expect((await upload(Buffer.from('MZ'.repeat(1000)))).statusCode).toBe(415)
    expect((await upload(pageWith({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }))).statusCode).toBe(
      422,
    )
    expect(clamd.received).toEqual([])
  })

  // Covers: come-looks-7
  it('nothing is kept after it has gone', async () => {
    await clamd.close()
    const refused = await upload(pdf())
    expect([refused.statusCode, refused.json().message]).toEqual([503, NOT_SCANNED])
    clamd = await startClamd()
  })
})
