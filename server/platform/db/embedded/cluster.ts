import { randomBytes } from 'node:crypto'
import {
  chown,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '#server/platform/private-folder.ts'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { giveTo, type Launcher, requireReachable, run } from './launcher.ts'

/** Owns the cluster and all tables. */
export const databaseOwner = 'brokerline'
/** The role of the application. */
export const databaseUser = 'brokerline_app'

/** Paths under `DATA_DIR/postgres`. */
export type ClusterFiles = {
  folder: string
  data: string
  log: string
  /** Of the owner. */
  password: string
  /** Of the application's role. */
  userPassword: string
  startLock: string
}

export function clusterFiles(dataDir: string): ClusterFiles {
  const folder = join(dataDir, 'postgres')
  return {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'log'),
    password: join(folder, 'password'),
    userPassword: join(folder, 'app-password'),
    startLock: join(folder, 'start.lock'),
  }
}

/** Creates the folders, readable only for PostgreSQL's user. */
export async function prepareFolders(
  dataDir: string,
  files: ClusterFiles,
  launcher: Launcher,
): Promise<void> {
  await explained(dataDir, async () => {
    // PostgreSQL's own user has to pass through a folder that is otherwise root's alone.
    await makePrivateFolder(dataDir, launcher.kind === 'another' ? 0o711 : 0o700)
    await requireReachable(launcher, dataDir)
    for (const folder of [files.folder, files.log]) await mkdir(folder, { recursive: true, mode: 0o700 })
    if (launcher.kind !== 'direct') await chown(files.folder, launcher.uid, launcher.gid)
    const probe = await mkdtemp(join(files.folder, 'write-'))
    await rm(probe, { recursive: true })
  })
}

/** The password of the database's owner, made at the first start; only this user may read the file. */
export async function readPassword(files: ClusterFiles): Promise<string> {
  return explained(files.folder, () =>
    readOrMake(files.password, async () => {
      if (await isInitialised(files))
        throw new StartupError(`${files.password} is missing. Put it back from a copy of the data folder.`)
    }),
  )
}

/**
 * The password of the application's role. A missing file is created with a new one: the owner sets it at each start.
 */
export async function readUserPassword(files: ClusterFiles): Promise<string> {
  return explained(files.folder, () => readOrMake(files.userPassword))
}

async function readOrMake(file: string, mayMake?: () => Promise<void>): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  await mayMake?.()
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // if two processes create one concurrently, the second uses the first one's
  await link(fresh, file)
    .catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
    .finally(() => rm(fresh))
  return (await readFile(file, 'utf8')).trim()
}

const majorVersion = '18'

async function isInitialised(files: ClusterFiles): Promise<boolean> {
  try {
    const version = (await readFile(join(files.data, 'PG_VERSION'), 'utf8')).trim()
    if (version === majorVersion) return true
    throw new StartupError(
      `${files.data} was made by PostgreSQL ${version}, this is ${majorVersion}. Restore a backup into a new DATA_DIR.`,
    )
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const foreign = await stat(files.data).catch(() => undefined)
  if (foreign) throw new StartupError(`${files.data} holds no database. Move it away, then start again.`)
  return false
}

/**
 * Makes the database cluster if there is none. It is made aside and put in place by one rename, so a
 * process killed in the middle leaves nothing half. `sync: false` skips flushing to disk (tests).
 */
export async function ensureCluster(
  files: ClusterFiles,
  options: { binaries: Binaries; launcher: Launcher; password: string; sync: boolean },
): Promise<void> {
  await explained(files.folder, async () => {
    await removeRests(files.folder)
    if (!(await isInitialised(files))) await initialise(files, options)
    await giveTo(options.launcher, files.data)
  })
}

async function removeRests(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('init-')) continue
    // The initdb of a process killed a moment ago may still write there; the next start tries again.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}

async function initialise(
  files: ClusterFiles,
  { binaries, launcher, password, sync }: Parameters<typeof ensureCluster>[1],
): Promise<void> {
  const aside = await mkdtemp(join(files.folder, 'init-'))
  const passwordFile = join(aside, 'password')
  const data = join(aside, 'data')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(launcher, aside)
  // The built-in C.UTF-8 sorts and folds the same on every machine and PostgreSQL minor version.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['-U', databaseOwner, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = ['-D', data, ...login, ...locale, '--no-instructions', ...(sync ? [] : ['--no-sync'])]
  const { code, stderr } = await run(launcher, binaries.initdb, args, aside)
  if (code !== 0) {
    await rm(aside, { recursive: true, force: true })
    const reason = stderr.split('\n').findLast((line) => line.startsWith('initdb: error')) ?? stderr
    throw new StartupError(
      `The database could not be created in ${files.folder}: ${errorLine(reason)}. Check the folder's rights and disk space.`,
    )
  }
  await rename(data, files.data)
  if (sync) await flushFolder(files.folder)
  await rm(aside, { recursive: true, force: true })
}

// A rename survives a power cut only once the folder itself is on disk; Windows cannot open folders.
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Turns system errors about `folder` into one line with the next action. */
async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    const advice = code && adviceFor[code]
    if (!advice) throw error
    const path = error instanceof Error && 'path' in error ? error.path : folder
    throw new StartupError(`Cannot use ${path} (${code}): ${advice}`)
  }
}

const noRights = 'no write access. Give this user the rights to the folder or choose another DATA_DIR.'
const noSpace = 'the disk is full. Free some space or choose another DATA_DIR.'
const notFolder = 'a part of the path is not a folder. Choose another DATA_DIR.'

const adviceFor: Record<string, string> = {
  EACCES: noRights,
  EPERM: noRights,
  EROFS: noRights,
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EIO: 'the disk reports errors. Check it or choose another DATA_DIR.',
  ENOTDIR: notFolder,
  EEXIST: notFolder,
}
