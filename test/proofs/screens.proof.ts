// Shows that the stories hold at both widths, and that every form asks before what was typed in it is lost; the tests
// try each at one width, and one form of each kind.
import { spawnSync } from 'node:child_process'

const run = (...args: string[]): boolean =>
  spawnSync(process.execPath, args, { env: { ...process.env, SCREENS: 'every' }, stdio: 'inherit' })
    .status === 0

const held =
  run('tools/build-web.ts') && run('node_modules/@playwright/test/cli.js', 'test', '--reporter=list')
process.exitCode = held ? 0 : 1
