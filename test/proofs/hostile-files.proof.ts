// Shows that the whole product answers every one of the hostile files as it should; the tests try one of each kind.
import { spawnSync } from 'node:child_process'

const run = (env: Record<string, string>, ...args: string[]): boolean =>
  spawnSync(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit' }).status === 0

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'e2e/api/hostile-files.test.ts']
const held = run({}, 'tools/build-web.ts') && run({ HOSTILE_FILES: 'every' }, ...vitest)
process.exitCode = held ? 0 : 1
