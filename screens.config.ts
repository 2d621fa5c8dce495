import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tools/chromium.ts'

const { path, args } = await chromiumPath()

/** Pictures of every screen: started by `npm run screens`. */
export default defineConfig({
  testDir: 'e2e/screens',
  testMatch: '*.shots.ts',
  outputDir: 'test-results/screens-run',
  globalSetup: './e2e/screens/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: path, args },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  },
})
