import pino from 'pino'
import { errorCode, errorLine } from './startup-error.ts'

/** Limit of the buffer; further lines are dropped, so that a full disk does not exhaust the memory. */
const MOST_WAITING_BYTES = 1024 * 1024

/** State of the log output: its own failure is the one that cannot be logged. */
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
 * The log's output. A full or closed stream loses lines but never ends the process; buffered lines are written with the
 * next line after the fault.
 * @param target a file or an open descriptor; defaults to standard output
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
