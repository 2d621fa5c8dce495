import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebIfStale } from './build-web.ts'

/**
 * Runs every program that a pattern finds, or the named ones, one after the other.
 * @param pattern from the project's root, e.g. 'bench/*.ts'
 * @returns the process's exit code: 1 when one of them failed
 */
export function runAll(pattern: string, names: readonly string[]): number {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync(pattern, { cwd: root })
    .filter((path) => !/\.(test|spec)\.ts$/.test(path))
    .filter((path) => names.length === 0 || names.some((name) => basename(path).split('.')[0] === name))
    .sort()
  if (files.length === 0) {
    console.error(
      `Nothing to run by ${pattern}${names.length > 0 ? ` by the name ${names.join(', ')}` : ''}.`,
    )
    return 1
  }
  // most of them start the product, which needs its pages
  if (!buildWebIfStale()) return 1
  const failed = files.filter((path) => {
    console.log(`\n── ${path} ──`)
    return spawnSync(process.execPath, [path], { cwd: root, stdio: 'inherit' }).status !== 0
  })
  console.log(`\n${files.length - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}
