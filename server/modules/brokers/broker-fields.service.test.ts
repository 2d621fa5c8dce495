import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokerFields, textFields } from '#contract/brokers/broker-fields.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

type Texts = Record<string, string>

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

/** The fields that only take values of a form; any other text field of the table takes any text. */
const formed: Texts = {
  phone: '+61491570156',
  email: 'priya@example.com',
  postcode: '2000',
  asicNumber: '990123',
}
const others = textFields.filter((field) => !Object.hasOwn(formed, field))
const textsOf = (word: string): Texts => ({
  ...formed,
  ...Object.fromEntries(others.map((field) => [field, `${word} ${field}`.slice(0, 14)])),
})

async function textsIn(id: number): Promise<Texts> {
  const broker = (await admin.get(`/api/brokers/${id}`)).json()
  return Object.fromEntries(textFields.map((field) => [field, broker[field]]))
}

it('each text field of the table is stored, imported, restored, exported and merged', async () => {
  const first = textsOf('A')
  const { id } = (
    await admin.send('POST', '/api/brokers', { name: 'Priya Nair', region: 'NSW', ...first })
  ).json()
  expect(await textsIn(id)).toEqual(first)

  const second = textsOf('B')
  const labels = ['Name', ...textFields.map((field) => brokerFields[field].label)]
  const file = [labels, ['Priya Nair', ...textFields.map((field) => second[field] ?? '')]]
  const upload = uploadForm(file.map((cells) => cells.join(',')).join('\n'), {
    fields: { onExisting: 'overwrite' },
  })
  const preview = (await admin.send('POST', '/api/brokers/imports', undefined, upload)).json()
  expect(Object.keys(preview.mapping).sort()).toEqual(['name', ...textFields].sort())
  await admin.send('POST', `/api/brokers/imports/${preview.id}/commit`)
  await runImport(app.ctx(), preview.id)
  expect(await textsIn(id)).toEqual(second)

  const [header = '', row = ''] = (await admin.get('/api/brokers/export')).body
    .replace('\uFEFF', '')
    .split('\r\n')
  for (const field of others) {
    const place = header.split(',').indexOf(brokerFields[field].label)
    expect(row.split(',')[place], field).toBe(second[field])
  }

  await admin.send('POST', `/api/brokers/imports/${preview.id}/undo`)
  await runImport(app.ctx(), preview.id)
  expect(await textsIn(id)).toEqual(first)

  const bare = { name: 'P. Nair', phone: '+61491570157', email: 'p@example.com' }
  const kept = (await admin.send('POST', '/api/brokers', bare)).json()
  await admin.send('POST', `/api/brokers/${kept.id}/merge`, { brokerId: id, take: [] })
  expect(await textsIn(kept.id)).toEqual({ ...first, phone: bare.phone, email: bare.email })

  const change = Object.fromEntries(others.map((field) => [field, '']))
  await admin.send('PATCH', `/api/brokers/${kept.id}`, change)
  expect(await textsIn(kept.id)).toMatchObject(Object.fromEntries(others.map((field) => [field, null])))
})
