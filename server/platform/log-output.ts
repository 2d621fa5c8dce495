import pino from 'pino'
import { errorCode, errorLine } from './startup-error.ts'

/** What waits to be written; what comes on top of it is lost. A disk that is full for a night fills no memory. */
const MOST_WAITING_BYTES = 1024 * 1024

/** How the log itself is doing: the one fault that it cannot tell. */
export interface LogState {
  /** Why nothing could be written the last time, and since when; null where it could. */
  failure: { reason: string; since: Date } | null
  /** Lines that were never written, since the start of the process. */
  lost: number
}

export interface LogOutput {
  destination: pino.DestinationStream
  state(): LogState
}

/**
 * Where the log goes: a stream that is full, or that nobody reads any more, costs lines and never the process. What
 * waits is written with the next line after the fault has gone.
 * @param target a file or the number of an open one; standard output unless said
 */
export function openLogOutput(target: string | number = 1): LogOutput {
  const destination = pino.destination({ dest: target, sync: false, maxLength: MOST_WAITING_BYTES })
  const state: LogState = { failure: null, lost: 0 }
  destination.on('error', (error: unknown) => {
    state.failure ??= { reason: reasonOf(error), since: new Date() }
  })
  destination.on('write', () => {
    state.failure = null
  })
  destination.on('drop', () => {
    state.lost += 1
  })
  return { destination, state: () => ({ ...state }) }
}

function reasonOf(error: unknown): string {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EPIPE') return 'whoever read it has ended'
  return errorLine(error)
}
