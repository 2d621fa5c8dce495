import pino from 'pino'

export type Log = pino.Logger

const SECRET_PATHS = [
  'password',
  '*.password',
  'req.headers.cookie',
  'req.headers.authorization',
  'token',
  '*.token',
]

/** Structured logs, one JSON object a line on standard output; secrets are cut out. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: { paths: SECRET_PATHS, censor: '[secret]' } },
    pino.destination({ dest: 1, sync: false }),
  )
}
