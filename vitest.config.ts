import { defineConfig } from 'vitest/config'
import { workers } from './tools/test-workers.ts'

const everywhere = ['node_modules/**', 'dist/**', 'data/**', 'e2e/ui/**']
const sources = '{contract,server,web,test,tools,bench}'

// `unit` needs nothing but Node, `service` gets a real PostgreSQL from its global set-up, `e2e` starts the
// product itself as a process (browser tests are Playwright's). The files of a worker share loaded modules: reading the
// whole server anew for each costs more than most of them take. State hangs on what a test builds, never on a module.
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
          exclude: [...everywhere, '**/*.service.test.ts'],
          pool: 'threads',
          isolate: false,
          // generous everywhere: a busy machine may be slow, and only a hanging test should be ended
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          environment: 'node',
          include: [`${sources}/**/*.service.test.ts`],
          exclude: everywhere,
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/quick-scrypt.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/{api,crash}/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
