import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships, regions } from '#contract/brokers/brokers.ts'
import { singleLine } from '#contract/plain-text.ts'
import { isEmptyWord } from '#server/input/values/empty-words.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let admin: Client
let bdmId: number
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  const bdm = await admin.send('POST', '/api/bdms', { name: 'Dana O’Cole', email: 'dana@lender.example.com' })
  bdmId = bdm.json().id
})
afterAll(() => app?.close())

/** Every column that the import can take. */
const columns = [
  ...(['name', 'phone', 'email', 'company', 'region', 'postcode', 'asicNumber', 'membership'] as const),
  ...(['aggregator', 'bdmId'] as const),
]
const stored = () =>
  app.connection.db.selectFrom('brokers').select(columns).orderBy('phone').orderBy('email').execute()

const pieces = [
  '=1+1',
  '@SUM(A1)',
  '+x',
  '-y',
  '＝1',
  "'",
  "'=z",
  '"',
  ',',
  ';',
  '\t',
  ' ',
  '😀',
  '’',
  'é',
  'Ng',
  '0',
  '0123',
  '#',
]
const text = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 5 }),
    fc.boolean(),
  )
  .map(([parts, isPlain]) => (isPlain ? 'Harbour & Co' : parts.join('')))
  // an import reads words such as N/A as no value
  .filter((value) => !isEmptyWord(singleLine(value)))
const optional = fc.option(text, { nil: '' })
const broker = fc.record({
  name: text.map((name) => `${name} `),
  company: optional,
  region: fc.constantFrom(...regions, ''),
  postcode: fc.constantFrom('', '0800', '0872', '2000', '6798'),
  asicNumber: fc.constantFrom('', '990123', '000123', '=990'),
  membership: fc.constantFrom('', ...memberships, '=MFAA'),
  aggregator: optional,
  isMobile: fc.boolean(),
  isLooked: fc.boolean(),
  mailBegins: fc.constantFrom('p', '+p', '-p', '=p', "o'b", 'smith&j'),
})

// Covers: brokers-9
it('an export of brokers gives the same brokers when it is imported', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(broker, { minLength: 4, maxLength: 8 }), async (brokers) => {
      await app.connection.db.deleteFrom('brokers').execute()
      for (const [index, { isMobile, isLooked, mailBegins, asicNumber, ...fields }] of brokers.entries()) {
        const phone = isMobile ? `0491 570 ${156 + index}` : `+61 2 5550 00${10 + index}`
        const email = `${mailBegins}${index}@example.com`
        const number = asicNumber && `${asicNumber}${index}`
        const body = { ...fields, phone, email, asicNumber: number, ...(isLooked && { bdmId }) }
        const { statusCode } = await admin.send('POST', '/api/brokers', body)
        if (statusCode === 201) count += 1
      }
      const before = await stored()
      const file = (await admin.get('/api/brokers/export')).rawPayload
      await app.connection.db.deleteFrom('brokers').execute()
      if (before.length === 0) return
      const uploaded = await admin.send('POST', '/api/brokers/imports', undefined, uploadForm(file))
      expect(uploaded.statusCode, uploaded.body).toBe(201)
      const { id, problems } = uploaded.json()
      expect(problems).toEqual([])
      const committed = await admin.send('POST', `/api/brokers/imports/${id}/commit`)
      expect(committed.statusCode, committed.body).toBe(200)
      await runImport(app.ctx(), id)
      expect(await stored()).toEqual(before)
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect(count).toBeGreaterThan(20)
})
