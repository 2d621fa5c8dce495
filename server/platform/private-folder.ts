import { chmod, mkdir, stat } from 'node:fs/promises'
import { errorCode } from './startup-error.ts'

/** All users may write to a sticky folder, such as /tmp, so it is never closed to others. */
const STICKY = 0o1000

/**
 * Makes a folder that is closed to others, with those above it. One that is there is closed too, where it is this user's
 * own: an older version left it open.
 */
export async function makePrivateFolder(path: string, mode = 0o700): Promise<void> {
  await mkdir(path, { recursive: true, mode })
  const { mode: present } = await stat(path)
  if (process.platform === 'win32' || (present & 0o777) === mode || (present & STICKY) !== 0) return
  try {
    await chmod(path, mode)
  } catch (error) {
    // another user's folder, or a file system without permissions: the operator decides
    if (errorCode(error) !== 'EPERM' && errorCode(error) !== 'EROFS') throw error
  }
}
