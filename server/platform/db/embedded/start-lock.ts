import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'

const patience = 60_000

/**
 * Runs `work` while no other process does so for the same `file`.
 * An exclusive SQLite transaction is the one file lock in Node that the system frees when its holder dies.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = open(file)
  try {
    const giveUpAt = performance.now() + patience
    while (!tryLock(lock)) {
      if (performance.now() > giveUpAt) {
        throw new StartupError(`Another Brokerline has been starting on ${file} for a minute. End it first.`)
      }
      await delay(25)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new StartupError(`Cannot open ${file} (${errorLine(error)}). Check the rights on its folder.`)
  }
}

const busy = 5

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    const held =
      errorCode(error) === 'ERR_SQLITE_ERROR' && 'errcode' in Object(error) && Object(error).errcode === busy
    if (held) return false
    throw new StartupError(
      `Cannot lock the data folder (${errorLine(error)}). Check its rights and disk space.`,
    )
  }
}
