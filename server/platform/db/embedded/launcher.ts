import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '#server/platform/startup-error.ts'

/**
 * How PostgreSQL's programs are started. PostgreSQL refuses to run as root, so root runs them
 * `namespaced` (in a user namespace without a mapping, where root's own files stay its own) or, where
 * namespaces are forbidden, as `another` user.
 */
export type Launcher =
  | { kind: 'direct' }
  | { kind: 'namespaced'; uid: number; gid: number }
  | { kind: 'another'; name: string; uid: number; gid: number }

const safePath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin'

export function chooseLauncher(): Launcher {
  const uid = process.getuid?.()
  // initdb cannot run under a user id without a name either, as in containers.
  const acceptable = uid !== 0 && hasName()
  if (uid === undefined || acceptable) return { kind: 'direct' }
  const probe = spawnSync('unshare', ['-U', 'true'], { env: { PATH: safePath }, stdio: 'ignore' })
  if (probe.status === 0) return { kind: 'namespaced', uid, gid: process.getgid?.() ?? uid }
  if (uid !== 0) return { kind: 'direct' }
  // A container image without a `postgres` user still has `nobody`; initdb needs a user with a name.
  for (const name of ['postgres', 'nobody']) {
    const ids = userIds(readFileSync('/etc/passwd', 'utf8'), name)
    if (ids) return { kind: 'another', name, ...ids }
  }
  throw new StartupError(
    'PostgreSQL does not run as root here. Start as an ordinary user, or create a user named postgres.',
  )
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** The ids of `name` in the text of an /etc/passwd. */
export function userIds(passwd: string, name: string): { uid: number; gid: number } | undefined {
  const line = passwd.split('\n').find((candidate) => candidate.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** The command line and options with which `launcher` starts `program`. */
export function launch(
  launcher: Launcher,
  program: string,
  args: string[],
): { command: string; args: string[]; options: SpawnOptions } {
  // Nothing of ours reaches PostgreSQL through the environment (PGDATA, PGPORT, locale).
  const env = process.platform === 'win32' ? undefined : { PATH: safePath, LC_ALL: 'C', TZ: 'UTC' }
  const options: SpawnOptions = { env, windowsHide: true }
  if (launcher.kind === 'namespaced') return { command: 'unshare', args: ['-U', program, ...args], options }
  if (launcher.kind === 'another') {
    return { command: program, args, options: { ...options, uid: launcher.uid, gid: launcher.gid } }
  }
  return { command: program, args, options }
}

/** Runs a program to its end and returns its standard error. */
export function run(
  launcher: Launcher,
  program: string,
  args: string[],
  cwd: string,
): Promise<{ code: number | null; stderr: string }> {
  const started = launch(launcher, program, args)
  return new Promise((resolve, reject) => {
    const child = spawn(started.command, started.args, {
      ...started.options,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stderr }))
  })
}

/** Changes the owner of `folder` and its content to PostgreSQL's user; only root needs and may do so. */
export async function giveTo(launcher: Launcher, folder: string): Promise<void> {
  if (launcher.kind === 'direct') return
  if ((await stat(folder)).uid === launcher.uid) return
  await chownTree(folder, launcher.uid, launcher.gid)
}

// The folder itself is changed last, so that an interrupted run is detected and repeated.
async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await chownTree(join(path, name), uid, gid)
  }
  await lchown(path, uid, gid)
}

/** Refuses with the name of the first folder on the way to `path` that PostgreSQL's user may not enter. */
export async function requireReachable(launcher: Launcher, path: string): Promise<void> {
  if (launcher.kind === 'direct') return
  const folders: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (folder === dirname(folder)) break
  }
  for (const folder of folders) {
    if (mayEnter(await stat(folder), launcher)) continue
    const who = launcher.kind === 'another' ? `the user ${launcher.name}` : 'PostgreSQL (run by root)'
    throw new StartupError(
      `${who} may not enter ${folder}. Run "chmod o+x ${folder}", choose another DATA_DIR, or start as the folder's owner.`,
    )
  }
}

// In a user namespace root has no more rights than any other user over files that are not its own.
function mayEnter(
  folder: { uid: number; gid: number; mode: number },
  user: { uid: number; gid: number },
): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}
