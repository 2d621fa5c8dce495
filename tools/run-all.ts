import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebIfStale } from './build-web.ts'

/**
 * Runs every program that a pattern finds, or the named ones, one after the other.
 * @param pattern from the project's root, e.g. 'bench/*.ts'
 * @param given names of programs; anything else is an argument for the one that is named, e.g. `lighthouse 5 /booking`
 * @returns the process's exit code: 1 when one of them failed
 */
export function runAll(pattern: string, given: readonly string[]): number {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const all = globSync(pattern, { cwd: root })
    .filter((path) => !/\.(test|spec)\.ts$/.test(path))
    .sort()
  const chosen = choose(all, given)
  if (!chosen) {
    console.error(
      given.length === 0
        ? `Nothing to run by ${pattern}.`
        : `Nothing to run for "${given.join(' ')}": name programs of ${pattern}, or one and its arguments.`,
    )
    return 1
  }
  const { files, args } = chosen
  // most of them start the product, which needs its pages
  if (!buildWebIfStale()) return 1
  const failed = files.filter((path) => {
    console.log(`\n── ${path} ──`)
    return spawnSync(process.execPath, [path, ...args], { cwd: root, stdio: 'inherit' }).status !== 0
  })
  console.log(`\n${files.length - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}

/** The files to run and their arguments; undefined for an unknown name, or arguments with several names. */
export function choose(
  all: readonly string[],
  given: readonly string[],
): { files: readonly string[]; args: readonly string[] } | undefined {
  const nameOf = (path: string): string => basename(path).split('.')[0] ?? ''
  const files = given.length === 0 ? all : all.filter((path) => given.includes(nameOf(path)))
  const args = given.filter((one) => !all.some((path) => nameOf(path) === one))
  if (files.length === 0 || (args.length > 0 && files.length > 1)) return undefined
  return { files, args }
}
