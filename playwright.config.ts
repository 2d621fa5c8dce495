import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tools/chromium.ts'
import { waitingWorkers } from './tools/test-workers.ts'

const { path, args } = await chromiumPath()
// no page of a test lives long enough to win back what compiling its code for speed costs: a tenth of all the time
const quickToStart = '--js-flags=--no-turbofan --no-maglev'
// `npm run test:deep`: tests tagged `@deep`, every story at both widths, and each screen in both colour schemes
const everything = Boolean(process.env.DEEP)

export default defineConfig({
  testDir: 'e2e/ui',
  outputDir: 'test-results/ui',
  globalSetup: './e2e/ui/global-setup.ts',
  workers: waitingWorkers,
  fullyParallel: false,
  // In CI one more try: a machine shared with others can stall a browser for a moment.
  retries: process.env.CI ? 1 : 0,
  // Generous: a busy machine may be slow, and only a hanging test should be ended.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: { executablePath: path, args: [...args, quickToStart] },
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
      // First: it ends with the longest stories, during which the other workers would be idle at the end. Its few tests need
      // fewer servers in one worker.
      name: 'phone',
      ...(!everything && { workers: 1 }),
      // What is done on a phone, and what a narrow screen does in its own way. How every other screen looks there is
      // looked at on the way, by expectAccessible.
      grep: everything ? /@phone|@desk-first/ : /@phone/,
      grepInvert: everything ? [] : /@deep/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'desktop',
      // what a called broker does, they do on a phone
      testIgnore: '**/public-story.spec.ts',
      grepInvert: everything ? [] : /@phone|@deep/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
