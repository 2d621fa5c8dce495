import { defineConfig, type TestUserConfig } from 'vitest/config'
import { workers } from './tools/test-workers.ts'

const everywhere = ['node_modules/**', 'dist/**', 'data/**', 'e2e/ui/**']
const sources = '{contract,server,web,test,tools,bench}'

// `unit` needs only Node, `service` has a real PostgreSQL from its global set-up, `e2e` starts the product as a process
// (browser tests are Playwright's). `npm run test:deep` adds the files named `.deep.test.ts`: attacks, random requests,
// crashes and lifecycles. The files of a worker share loaded modules, because loading the server again for each file takes
// longer than most of them: a test keeps no state in a module.
const deepFiles = '**/*.deep.test.ts'
const service: TestUserConfig = {
  environment: 'node',
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['test/quick-scrypt.ts', 'test/seed.ts'],
  pool: 'forks',
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: [...everywhere, '**/*.service.test.ts', deepFiles],
          setupFiles: ['test/seed.ts'],
          pool: 'threads',
          isolate: false,
          // generous everywhere: a busy machine may be slow, and only a hanging test should be ended
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'service',
          include: [`${sources}/**/*.service.test.ts`],
          exclude: everywhere,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'deep',
          include: [`{contract,server,web,test,tools,bench,e2e}/${deepFiles}`],
          exclude: everywhere,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/{api,crash}/**/*.test.ts'],
          exclude: [...everywhere, deepFiles],
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
