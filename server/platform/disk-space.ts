import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from './errors.ts'
import { errorCode } from './startup-error.ts'

/** Codes for a full disk: PostgreSQL's, the system's, and our own for a refusal before the work. */
const OUT_OF_SPACE = ['53100', 'ENOSPC', 'EDQUOT', 'no_space']

/** Whether something could not be written because there was no room for it. */
export const isOutOfSpace = (error: unknown): boolean => OUT_OF_SPACE.includes(errorCode(error) ?? '')

/** The message of a 507. */
export const NO_SPACE =
  'The server has run out of disk space, so nothing was changed. Whoever runs it has to free some; then try again.'
/** Seconds after which to try again. */
export const RETRY_NO_SPACE = 60

/**
 * `low`: uploads and imports, which need much space, are refused. `full`: no calls are started either, while there is
 * still space for the reports of running calls.
 */
export type DiskLevel = 'ok' | 'low' | 'full'

export interface DiskState {
  level: DiskLevel
  folders: { name: string; freeBytes: number }[]
  /** Bytes below which a disk is low. */
  reserveBytes: number
  /** A write failed recently, perhaps on a disk that this process cannot measure. */
  refused: boolean
}

export interface DiskSpace {
  state(): Promise<DiskState>
  /** Receives any error; a disk-full error counts for REMEMBER_MS. */
  note(error: unknown): void
}

export interface DiskOptions {
  /** The folders on local disks, by name. */
  folders: Readonly<Record<string, string>>
  reserveBytes: number
  /** The free bytes of a folder's disk. */
  freeBytes?: (folder: string) => Promise<number>
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

/** Calls stop at this part of the reserve. */
const FULL_PART = 4
/** So long nothing large is tried again after a write that failed. */
const REMEMBER_MS = 30_000

/** Tracks free space, and writes that failed for lack of it. */
export function createDiskSpace(options: DiskOptions): DiskSpace {
  const { reserveBytes, freeBytes = freeBytesOf, clock = () => performance.now() } = options
  let refusedAt = Number.NEGATIVE_INFINITY
  return {
    async state() {
      const folders = await Promise.all(
        Object.entries(options.folders).map(async ([name, folder]) => ({
          name,
          freeBytes: await freeBytes(folder),
        })),
      )
      const least = Math.min(...folders.map((folder) => folder.freeBytes))
      const refused = clock() - refusedAt < REMEMBER_MS
      const full = refused || least < reserveBytes / FULL_PART
      return { level: full ? 'full' : least < reserveBytes ? 'low' : 'ok', folders, reserveBytes, refused }
    },
    note(error) {
      if (isOutOfSpace(error)) refusedAt = clock()
    },
  }
}

/** For a folder that is not created yet, that of its parent. */
async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || folder === dirname(folder)) throw error
    return freeBytesOf(dirname(folder))
  }
}

/** @param use the work that is about to begin @throws AppError no_space */
export async function requireRoom(disk: DiskSpace, use: 'files' | 'calls'): Promise<void> {
  const { level } = await disk.state()
  if (level === 'full' || (level === 'low' && use === 'files')) throw noSpace()
}

export const noSpace = (): AppError => new AppError('no_space', NO_SPACE, { retryAfter: RETRY_NO_SPACE })
