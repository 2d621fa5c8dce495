import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = [
  'web/**',
  'contract/**',
  'tools/compress-files.ts',
  'vite.config.ts',
  'tools/pure-contract.ts',
  'tsconfig.json',
  'package-lock.json',
]
const dist = join(root, 'dist')
const stamp = join(dist, 'web.inputs')
/** Vite's builds in their order, and the folder of `dist` that each writes into; see vite.config.ts. */
export const webBuilds = [
  { folder: 'web', args: ['build'] },
  { folder: 'web', args: ['build', '--mode', 'portal'] },
  { folder: 'web', args: ['build', '--mode', 'site'] },
  { folder: 'pages', args: ['build', '--ssr'] },
]
const folders = ['web', 'pages']

/** Builds the web bundles unless `dist` was made from exactly these sources; false when the build fails. */
export function buildWebIfStale(): boolean {
  const current = inputsHash()
  if (isBuilt() && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return true
  mkdirSync(dist, { recursive: true })
  // Built in a separate folder and moved into place at the end: running processes keep their files, and two builds do
  // not mix.
  const aside = mkdtempSync(join(dist, 'building-'))
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    for (const { folder, args } of webBuilds) {
      // Vite's own plugins still use an API that Node will drop
      const command = [
        '--disable-warning=DEP0205',
        vite,
        ...args,
        '--outDir',
        join(aside, folder),
        '--logLevel',
        'warn',
      ]
      if (!run(command)) return false
    }
    if (!run(['tools/compress-files.ts', join(aside, 'web')])) return false
    putInPlace(aside)
    writeFileSync(stamp, current)
    return true
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function run(command: string[]): boolean {
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0
}

function isBuilt(): boolean {
  return folders.every((folder) => existsSync(join(dist, folder)))
}

function putInPlace(aside: string): void {
  // Gone while folders change, so that an interrupted exchange counts as stale.
  rmSync(stamp, { force: true })
  for (const folder of folders) {
    const place = join(dist, folder)
    if (existsSync(place)) renameSync(place, join(aside, `former-${folder}`))
    renameSync(join(aside, folder), place)
  }
}

function inputsHash(): string {
  const hash = createHash('sha256')
  for (const entry of globSync(inputs, { cwd: root, withFileTypes: true }).sort(byPath)) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\.test\.tsx?$/.test(path)) continue
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1
}

if (import.meta.main && !buildWebIfStale()) process.exitCode = 1
