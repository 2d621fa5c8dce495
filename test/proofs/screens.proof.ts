// Shows that the stories hold at both widths, and that every form asks before what was typed in it is lost; the tests
// try each at one width, and one form of each kind.
import { spawnSync } from 'node:child_process'
import { buildWebIfStale } from '#tools/build-web.ts'

const { status } = buildWebIfStale()
  ? spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list'], {
      env: { ...process.env, SCREENS: 'every' },
      stdio: 'inherit',
    })
  : { status: 1 }
process.exitCode = status ?? 1
