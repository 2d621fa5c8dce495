// A process that runs tests again and again, started by the proof: a loop that never ends is ended with it.
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

export interface Run {
  /** Files of tests, from the project's root. */
  tests: readonly string[]
  /** Ends with the first failure. */
  bail: boolean
}

export interface RunResult {
  /** The first test that failed; null: none did. */
  failed: string | null
  /** Every file of which a test failed. */
  failedFiles: string[]
  /** Milliseconds that each file took. */
  took: Record<string, number>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = await createVitest('test', {
  root,
  config: fileURLToPath(new URL('./vitest.config.ts', import.meta.url)),
  watch: false,
  reporters: [{}],
})
const all = await vitest.globTestSpecifications()
const pathOf = (id: string): string => id.replace(root, '')

async function run({ tests, bail }: Run): Promise<RunResult> {
  vitest.config.bail = bail ? 1 : 0
  for (const project of vitest.projects) project.config.bail = bail ? 1 : 0
  const wanted = all.filter(({ moduleId }) => tests.includes(pathOf(moduleId)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const failed = testModules.flatMap((module) => [
    ...[...module.children.allTests('failed')].map((test) => `${pathOf(module.moduleId)}: ${test.fullName}`),
    ...(module.state() === 'failed' ? [`${pathOf(module.moduleId)}: as a whole`] : []),
  ])
  const took = testModules.map((module) => [pathOf(module.moduleId), module.diagnostic().duration])
  return {
    failed: failed[0] ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null),
    failedFiles: testModules
      .filter((module) => module.state() === 'failed')
      .map((module) => pathOf(module.moduleId)),
    took: Object.fromEntries(took),
  }
}

process.on('message', (message) => {
  // sent by the proof
  run(message as Run).then(
    (result) => process.send?.(result),
    (error: unknown) =>
      process.send?.({ failed: String(error), failedFiles: [], took: {} } satisfies RunResult),
  )
})
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
process.send?.('ready')
