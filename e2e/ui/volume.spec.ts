import { callingTime } from '#test/product/calling-day.ts'
import { fillServer } from '#test/product/fill-server.ts'
import { firstRow } from './first-row.ts'
import { expect, test } from './fixtures.ts'

/** In pixels, at 1280 × 800. */
const MAX_HEIGHT = 4000
const FOLD = 800

const lists = [
  ...[
    '/tasks',
    '/campaigns',
    '/campaigns?view=table',
    '/brokers',
    '/brokers/suppressions',
    '/brokers/applications',
  ],
  ...[
    '/brokers/documents',
    '/brokers/documents?tab=expiring',
    '/brokers/audiences',
    '/microsites',
    '/bookings?view=list',
  ],
  ...['/bookings?tab=bdms', '/surveillance', '/scoring', '/settings?tab=services&part=messages', '/team'],
  '/settings?tab=system&part=audit',
]
/** Screens without a list at the top. */
const others = ['/dashboard', '/analytics', '/bookings', '/brokers/import', '/scoring/loans']

// a server of its own: the volume would change what other tests find
test.use({ serverEnv: { SIM_NOW: callingTime('12:20') } })

test('With thousands of records every list begins on the first screen, and no page is long', {
  tag: '@deep',
}, async ({ page, signIn, server }) => {
  test.setTimeout(300_000)
  await fillServer(server.dataDir, {
    ...{ brokers: 3_000, findings: 300, tasks: 150, campaigns: 20, auditEntries: 300 },
  })
  await signIn(page, 'admin')
  const faults: string[] = []
  for (const path of [...lists, ...others]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const { height, row } = await firstRow(page)
    if (height > MAX_HEIGHT) faults.push(`${path} is ${height} px tall`)
    if (lists.includes(path) && (row === null || row > FOLD))
      faults.push(`${path} begins its list at ${row} px`)
  }
  expect(faults).toEqual([])
})
