import { test } from '../ui/fixtures.ts'
import { dialogs } from '../ui/form-dialogs/every-dialog.ts'
import { demoBroker, signInAs } from '../ui/portal-data.ts'
import { overlays } from './overlays.ts'
import { places } from './places.ts'
import { realClock } from './real-clock.ts'
import { allowTool, countShifts, shoot, shootDialog } from './shoot.ts'

test.use({ serverEnv: realClock })

for (const { name, path, as } of places) {
  test(`${name}, with data`, async ({ page, signIn, allowError }) => {
    allowError(/404/)
    allowTool(allowError)
    await countShifts(page)
    if (as === 'staff') await signIn(page, 'admin')
    if (as === 'broker') await signInAs(page, demoBroker)
    await page.goto(typeof path === 'string' ? path : await path(page))
    await shoot(page, name, 'data')
  })
}

for (const [name, dialog] of Object.entries(dialogs)) {
  if (dialog.needsVendors) continue
  test(`${name}, with data`, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await shootDialog(page, name, dialog)
  })
}

for (const { name, path, prepare, open } of overlays) {
  test(`${name}, with data`, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await prepare?.(page)
    await page.goto(path)
    await open(page)
    await shoot(page, name, 'data', { screens: 1 })
  })
}

/** The first requests of a page, and the stream of changes. */
const SPARED = /\/api\/(events|auth|broker\/profile|login|organisation)/

for (const { name, path, as, only } of places) {
  if (only || as !== 'staff') continue
  test(`${name}, failed`, async ({ page, signIn, allowError }) => {
    allowError(/500/)
    await signIn(page, 'admin')
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'GET' || SPARED.test(route.request().url())) return route.fallback()
      await route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Something went wrong on our side.', requestId: 'req-example' },
      })
    })
    await page.goto(typeof path === 'string' ? path : await path(page))
    await shoot(page, name, 'failed')
  })
}
