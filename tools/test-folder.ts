import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Three times the space that a whole run uses. */
const ROOM_BYTES = 4 * 1024 ** 3

interface Options {
  env?: { TMPDIR?: string }
  /** Where Linux offers a file system in memory. */
  memory?: string
  roomBytes?: number
}

/**
 * The folder of the tests' files: in memory if there is enough, because the tests create and remove tens of thousands
 * of files, and a disk takes a third of their time for that. Always the same folder for one user, so that a run finds
 * the remains of a killed one.
 * @returns an existing folder; TMPDIR where it is set, and the system's where memory is not suitable
 */
export function testFolder(options: Options = {}): string {
  const { env = process.env, memory = '/dev/shm', roomBytes = ROOM_BYTES } = options
  if (env.TMPDIR) return env.TMPDIR
  const folder = join(memory, `brokerline-tests-${userInfo().uid}`)
  return hasRoom(memory, roomBytes) && isOurs(folder) && runsPrograms(folder) ? folder : tmpdir()
}

/** Removes the folder from memory if it is empty; a test's remains stay for the next run to find. */
export function leaveTestFolder(folder: string): void {
  if (folder === tmpdir()) return
  try {
    rmdirSync(folder)
  } catch {
    // something is in it, or another run has removed it
  }
}

function hasRoom(memory: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}

/**
 * All users may write to /dev/shm, so a folder of another user there is not used. Other users can enter ours, as
 * PostgreSQL's user does when root runs it, but cannot list it.
 */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    chmodSync(folder, 0o711)
    return statSync(folder).uid === userInfo().uid
  } catch {
    return false
  }
}

/** Containers often forbid it there. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, `runs-${process.pid}`)
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}
