import { afterAll, beforeAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let lender: Client
let viewer: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app.close())

async function upload(file: string | Buffer): Promise<BrokerImport> {
  const answer = await lender.send('POST', '/api/brokers/imports', undefined, uploadForm(file))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

// Covers: import-12
test('keeps every column of the file in its rejects, however it is named, and reads the corrected file whole', async () => {
  const header = 'Row,Name,Phone,Value,Reason,Notes'
  const made = await upload(
    [
      header,
      '7,Ann Lee,12,"$725,000",Referral,-5',
      '8,Bea Ray,0491570157,1,x,y,surplus,,cell',
      '9,Cas Poe,0491570158,2,x,y',
    ].join('\r\n'),
  )
  expect(made.counts).toMatchObject({ rows: 3, accepted: 1, rejected: 2 })
  const rejectsOf = async (id: number) =>
    (await viewer.get(`/api/brokers/imports/${id}/rejects`)).body.replace('\uFEFF', '').split('\r\n')
  const [names, ann, bea] = await rejectsOf(made.id)
  const own = ['row', 'column', 'value', 'reason'].map((name) => `${name} (rejected)`).join(',')
  expect(names).toBe(
    `${header},extra cell 1 (rejected),extra cell 2 (rejected),extra cell 3 (rejected),${own}`,
  )
  expect(ann?.startsWith('7,Ann Lee,12,"$725,000",Referral,-5,,,,2,Phone,12,')).toBe(true)
  expect(bea?.startsWith('8,Bea Ray,0491570157,1,x,y,surplus,,cell,3,,')).toBe(true)

  const again = await upload([names, ann, bea].join('\n'))
  expect(again).toMatchObject({ columns: header.split(','), counts: { rows: 2, accepted: 0, rejected: 2 } })
  expect((await rejectsOf(again.id)).map((line) => line.replace(/,[23],.*/, ''))).toEqual(
    [names, ann, bea, ''].map((line) => line?.replace(/,[23],.*/, '')),
  )
  const corrected = await upload(
    [names, ann?.replace(',12,', ',0491570156,'), bea?.replace('surplus,,cell', ',,')].join('\r'),
  )
  expect(corrected.counts).toMatchObject({ rows: 2, accepted: 2, rejected: 0 })
  expect(corrected.sample[0]).toEqual({
    Row: '7',
    Name: 'Ann Lee',
    Phone: '0491570156',
    Value: '$725,000',
    Reason: 'Referral',
    Notes: '-5',
  })
})

test('an Excel workbook with numbers for phones and ASIC numbers is previewed like its CSV', async () => {
  const cells = (values: (string | number)[]) =>
    values.map((value) => ({ value, type: typeof value === 'number' ? Number : String }))
  const rows = [
    ['First Name', 'Last Name', 'Mobile', 'ASIC number', 'Postcode'],
    ['Ann', 'Lee', 491570156, 412345, 800],
    ['Bea', 'Ray', '0491 570 157', '000412346', '2000'],
  ].map(cells)
  const made = await upload(await writeExcelFile(rows as never).toBuffer())
  expect(made.counts).toMatchObject({ rows: 2, accepted: 2 })
  expect(made.ready.map(({ fields }) => fields)).toEqual([
    { name: 'Ann Lee', phone: '+61491570156', asicNumber: '412345', postcode: '0800' },
    { name: 'Bea Ray', phone: '+61491570157', asicNumber: '000412346', postcode: '2000' },
  ])
})
