import type { PidFile } from './pid-file.ts'

/** The shortest that a system allows (macOS: 104), with the zero behind it. */
const LONGEST_SOCKET = 103
const NAME = '.s.PGSQL.'
const LONGEST_PORT = 5

/**
 * PostgreSQL's setting for a socket in this folder, of which each statement costs both sides a fifth less than over the loopback
 * address. Empty where there can be none: under Windows, or where the path is too long.
 */
export function socketDirectories(folder: string): string {
  const length = Buffer.byteLength(folder) + 1 + NAME.length + LONGEST_PORT
  if (process.platform === 'win32' || length > LONGEST_SOCKET) return ''
  // the setting is a list: a comma or a blank in the folder's name would part it
  return `"${folder.replaceAll('"', '""')}"`
}

/** A socket, or the file by which PostgreSQL guards it, which one that was killed leaves behind. */
export const isSocketFile = (name: string): boolean => name.startsWith(NAME)

/** The connection string of a running PostgreSQL: by its socket, where it has one. */
export function addressOf(
  { port, socketFolder }: PidFile,
  { user, password, database = 'brokerline' }: { user: string; password: string; database?: string },
): string {
  const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1'
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}
