// `npm run screens [name …]`: pictures of every screen and dialog, at 1280 and 390 px, light and dark, with data, empty and
// failed, in one contact sheet: test-results/screens/index.html. Names choose: `npm run screens bookings "dialog Create"`.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeSheet } from '#e2e/screens/sheet.ts'
import { FOLDER } from '#e2e/screens/shoot.ts'
import { buildWebIfStale } from './build-web.ts'

const names = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
if (!buildWebIfStale()) process.exit(1)
if (names.length === 0) rmSync(FOLDER, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    ...['test', '--config', 'screens.config.ts'],
    ...(names.length > 0 ? ['--grep', names.map((name) => name.replaceAll(/[^\w ]/g, '.')).join('|')] : []),
  ],
  { cwd: root, stdio: 'inherit' },
)
console.log(await writeSheet())
process.exitCode = status ?? 1
