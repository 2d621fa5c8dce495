import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Two good rows, one without a name, one with a number that is never called. */
function fileOf(word: string) {
  return csv(
    `${word}.csv`,
    [
      'Full name;Mobile;E-mail;Brokerage;State;Remarks',
      `Ingrid ${word};0491 570 156;ingrid.${word}@example.com;Redgum Lending;NSW;met in May`,
      `Bodo ${word};(03) 5550 1234;;Wattle Finance;Victoria;`,
      ';0491 570 157;;;NSW;',
      `Pia ${word};1300 975 707;;;QLD;`,
    ].join('\n'),
  )
}

async function upload(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.goto('/brokers/import')
  await page.getByLabel('CSV or Excel file').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload and check' }).click()
}

const count = (page: Page, label: string) =>
  page
    .getByLabel('Rows of the file')
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })

async function importIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import brokers' }).click()
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: import-1
test('A file is previewed with guessed columns, counts and a reason per rejected row before anything is stored', async ({
  page,
}, info) => {
  const word = `Preview${info.project.name}`
  await upload(page, fileOf(word))
  await expect(page.getByText('2 brokers will be added.')).toBeVisible()
  for (const [label, value] of [
    ['Rows', '4'],
    ['Accepted', '2'],
    ['Rejected', '2'],
    ['Existing', '0'],
  ] as const) {
    await expect(count(page, label).last()).toContainText(value)
  }
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Full name')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('Mobile')
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Brokerage')
  await expect(page.getByText('e.g. 0491 570 156, (03) 5550 1234', { exact: false })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' }).getByText('Check columns and rows')).toBeVisible()
  const ready = page.getByRole('table', { name: 'The first rows as they will be stored' })
  await expect(ready.getByRole('row')).toHaveCount(3)
  await expect(ready).toContainText('0491 570 156')
  const problems = page.getByRole('region', { name: 'Rejected: 2 rows' })
  await expect(problems.getByRole('list', { name: 'Reasons' })).toContainText(
    /Broker name is required.*1 row/,
  )
  await expect(problems).toContainText('Broker name is required')
  await expect(problems).toContainText('1300 975 707')
  const found = await page.request.get(`/api/brokers?q=${word}`)
  expect(await found.json()).toEqual([])
})

// Covers: import-1
test(
  'A changed column is checked immediately, and without name and phone nothing can be imported',
  { tag: '@deep' },
  async ({ page }, info) => {
    await upload(page, fileOf(`Mapping${info.project.name}`))
    await page.getByLabel('Name', { exact: true }).selectOption('')
    await expect(
      page.getByRole('status').filter({ hasText: 'Choose the column for Name first.' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByLabel('Name', { exact: true }).selectOption('Full name')
    await expect(page.getByText('2 brokers will be added.')).toBeVisible()
  },
)

// Covers: import-6
test('An import runs in the background, can be left and found again, and is undone in one click', async ({
  page,
}, info) => {
  const word = `Undone${info.project.name}`
  await upload(page, fileOf(word))
  await importIt(page)
  await expect(page.getByText('2 brokers added, 0 brokers updated, 2 rows rejected.')).toBeVisible()
  await page.goto('/brokers')
  await page.getByLabel('Search brokers').fill(word)
  await expect(page.getByText(`Ingrid ${word}`)).toBeVisible()
  await page.goto('/brokers/import')
  await page.getByRole('region', { name: 'Past imports' }).getByText(`${word}.csv`).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone: every broker is as it was before.')).toBeVisible()
  const found = await page.request.get(`/api/brokers?q=${word}`)
  expect(await found.json()).toEqual([])
})

// Covers: import-9
test(
  'Undo leaves brokers alone that were edited since, and lists them with the reason',
  { tag: '@deep' },
  async ({ page }, info) => {
    const word = `Kept${info.project.name}`
    await upload(page, fileOf(word))
    await importIt(page)
    await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible()
    const brokers = await (
      await page.request.get(`/api/brokers?q=${encodeURIComponent(`Ingrid ${word}`)}`)
    ).json()
    await page.request.patch(`/api/brokers/${brokers[0].id}`, { data: { company: 'Changed by hand' } })
    await page.getByRole('button', { name: 'Undo import' }).click()
    const kept = page.getByRole('region', { name: 'Left alone: 1 broker' })
    await expect(kept.getByRole('link', { name: `Ingrid ${word}` })).toBeVisible()
    await expect(kept.getByRole('listitem')).toContainText(/edited|changed/i)
  },
)

// Covers: import-5
test(
  'The rule for brokers that exist already decides what the second import does',
  { tag: '@deep' },
  async ({ page }, info) => {
    const word = `Twice${info.project.name}`
    await upload(page, fileOf(word))
    await importIt(page)
    await expect(page.getByText('2 brokers added', { exact: false })).toBeVisible()
    await upload(page, fileOf(word))
    await expect(
      page.getByText('2 brokers exist already and stay as they are', { exact: false }),
    ).toBeVisible()
    await page.getByLabel('Overwrite').check()
    await expect(
      page.getByText('2 brokers exist already and are overwritten', { exact: false }),
    ).toBeVisible()
  },
)

// Covers: import-8
test('The rejected rows can be downloaded with their reasons', { tag: '@deep' }, async ({ page }, info) => {
  await upload(page, fileOf(`Rejects${info.project.name}`))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Broker name is required')
  expect(text).toContain('1300 975 707')
  expect(text).not.toContain('Redgum')
})

test("A file that cannot be read shows the server's message and keeps everything chosen", {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/40\d|41\d|42\d/)
  await page.goto('/brokers/import')
  await page.getByLabel('Overwrite').check()
  const workbook = {
    name: 'book.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK\u0003\u0004\0\0\0'),
  }
  await page.getByLabel('CSV or Excel file').setInputFiles(workbook)
  const answered = page.waitForResponse('**/api/brokers/imports')
  await page.getByRole('button', { name: 'Upload and check' }).click()
  const { message } = await (await answered).json()
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByText('book.xlsx')).toBeVisible()
  await expect(page.getByLabel('Overwrite')).toBeChecked()
})

test('Nothing, and an empty file, is answered before it is sent', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/brokers/import')
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByText('Choose a CSV or Excel file first.')).toBeVisible()
  await page.getByLabel('CSV or Excel file').setInputFiles(csv('empty.csv', ''))
  await expect(
    page.getByText('empty.csv is empty. Choose a CSV or Excel file with a header row.'),
  ).toBeVisible()
})

// Covers: import-6
test('A running import shows its progress in rows', { tag: '@deep' }, async ({ page }) => {
  const running = {
    id: 7,
    status: 'importing',
    filename: 'large.csv',
    columns: [],
    mapping: {},
    onExisting: 'skip',
    counts: { rows: 50_000, accepted: 50_000, rejected: 0, existing: 0 },
    progress: { done: 12_500, total: 50_000 },
    result: null,
    keptAfterUndo: [],
    sample: [],
    ready: [],
    reasons: [],
    problems: [],
    error: null,
    createdAt: new Date().toISOString(),
    createdBy: null,
  }
  await page.route('**/api/brokers/imports/7', (route) => route.fulfill({ json: running }))
  await page.goto('/brokers/import?import=7')
  const bar = page.getByRole('progressbar', { name: 'Importing brokers' })
  await expect(bar).toHaveAttribute('aria-valuetext', '12,500 of 50,000 rows')
  running.progress.done = 37_500
  await expect(bar).toHaveAttribute('aria-valuetext', '37,500 of 50,000 rows')
})

// Covers: console-toasts-12
test('The import is accessible and never wider than the screen', { tag: '@deep' }, async ({ page }, info) => {
  await page.goto('/brokers/import')
  await expect(page.getByRole('heading', { name: 'Past imports' })).toBeVisible()
  await expectAccessible(page, 'upload')
  await upload(page, fileOf(`Access${info.project.name}`))
  await expect(page.getByText('2 brokers will be added.')).toBeVisible()
  await expectAccessible(page, 'preview', { colours: true })
})
