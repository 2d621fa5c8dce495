import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '#server/platform/startup-error.ts'

/** The content of PostgreSQL's `postmaster.pid` (see its pidfile.h). */
export type PidFile = {
  pid: number
  data: string
  port: number
  /** The folder of its socket; empty where it listens on the loopback address alone. */
  socketFolder: string
  status: string
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  try {
    return parsePidFile(await readFile(join(data, 'postmaster.pid'), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The lines are: process, data folder, start, port, socket folder, address, shared memory, status. */
export function parsePidFile(text: string): PidFile | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const [, data = '', , port = 0, socketFolder = '', , , status = ''] = lines
  return { pid, data, port: Number(port), socketFolder, status }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Whether process `pid` is a PostgreSQL on `data` and not another program that got the same number. */
export async function isPostmasterOf(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return worksIn(data, pid)
  if (process.platform === 'win32') return true
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return ps?.stdout.includes(data) ?? false
}

// A postmaster's working folder is its data folder; a zombie process has none.
async function worksIn(data: string, pid: number): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data))
  } catch (error) {
    // In doubt it counts as running: two PostgreSQL on one folder would destroy it.
    return errorCode(error) === 'EACCES'
  }
}
