import { expect, test } from '../ui/fixtures.ts'
import { places } from './places.ts'
import { allowTool, countShifts, shoot } from './shoot.ts'

const owner = { email: 'owner@example.com', password: 'harbour-Kettle-2026' }

// a new installation
test.use({
  serverEnv: {
    DEMO: 'off',
    VOICE_PROVIDER: 'auto',
    RATE_LIMITS: 'on',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  },
})

for (const { name, path, as, only } of places) {
  if (only || typeof path !== 'string') continue
  test(`${name}, empty`, async ({ page, allowError }) => {
    allowTool(allowError)
    await countShifts(page)
    if (as === 'staff') {
      expect((await page.request.post('/api/login', { data: owner })).status()).toBe(200)
    }
    await page.goto(path)
    await shoot(page, name, 'empty')
  })
}
