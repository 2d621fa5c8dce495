import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = ['web/**', 'contract/**', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const output = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web.inputs')

/** Builds the web bundles unless `dist` was made from exactly these sources; false when the build fails. */
export function buildWebIfStale(): boolean {
  const current = inputsHash()
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return true
  // Gone while building, so that an interrupted build counts as stale.
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const builds = [['build'], ['build', '--ssr']]
  for (const args of builds) {
    const { status } = spawnSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'inherit' })
    if (status !== 0) return false
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, current)
  return true
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
