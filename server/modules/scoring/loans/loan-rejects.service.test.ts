import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

const HEADER = 'loan_id,broker_asic_number,lodged_on,amount,lvr,reworked,defaulted,Reason'
/** Uploads a file. @returns the file of its rejected rows */
async function rejectsOf(file: string | Buffer): Promise<Buffer> {
  const made = await compliance.send('POST', '/api/scoring/imports', undefined, uploadForm(file))
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().counts).toMatchObject({ accepted: 0 })
  return (await compliance.get(`/api/scoring/imports/${made.json().id}/rejects`)).rawPayload
}
const notesOf = (file: Buffer): (string | undefined)[] => {
  const rows: string[][] = parse(file, { bom: true })
  return rows.slice(1).map((cells) => cells[HEADER.split(',').length - 1])
}

const pieces = [
  '=1+1',
  '@SUM(A1)',
  '+x',
  '-y',
  '＝1',
  "it's",
  '"',
  ',',
  ';',
  '😀',
  '’',
  'é',
  '0123',
  '$725,000',
]
const note = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

// Covers: brokers-9
it('rejected loans that are uploaded again give the same file, with the cells of the first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(note, { minLength: 1, maxLength: 8 }), async (notes) => {
      // an LVR of 250 rejects every row
      const rows = notes.map(
        (text, n) => `L-${n},990101,2026-07-01,600000,250,0,0,"${text.replaceAll('"', '""')}"`,
      )
      const rejects = await rejectsOf(`${HEADER}\n${rows.join('\n')}\n`)
      expect(notesOf(rejects).map((cell) => cell?.replace(/^'(?=[=+\-@＝])/, ''))).toEqual(notes)
      expect((await rejectsOf(rejects)).toString()).toBe(rejects.toString())
    }),
    { numRuns: 10, endOnFailure: true },
  )
})
