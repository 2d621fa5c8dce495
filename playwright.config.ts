import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tools/chromium.ts'
import { workers } from './tools/test-workers.ts'

const { path, args } = await chromiumPath()

export default defineConfig({
  testDir: 'e2e/ui',
  outputDir: 'test-results/ui',
  globalSetup: './e2e/ui/global-setup.ts',
  workers,
  fullyParallel: false,
  // In CI one more try: a machine shared with others can stall a browser for a moment.
  retries: process.env.CI ? 1 : 0,
  // Generous: a busy machine may be slow, and only a hanging test should be ended.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: { executablePath: path, args },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    // nothing waits for what only moves
    contextOptions: { reducedMotion: 'reduce' },
    // it keeps all files of the console at the first visit, which in a browser of its own every test is
    serviceWorkers: 'block',
    // recording every test would cost a third of the time
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      // what a called broker does, they do on a phone
      testIgnore: '**/public-story.spec.ts',
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // what a narrow screen can change: the whole story, layout and accessibility, dialogs, cards in place of tables
      grep: /called broker|narrow|axe|accessible|width|A lender signs in|Creating|Editing|dialog|panel|recording plays|card|bars|menu|landing/i,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
})
