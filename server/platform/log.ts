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

/** Structured logs, one JSON object a line; secrets are cut out. */
export function createLog(level: string, destination: pino.DestinationStream): Log {
  return pino(
    {
      level,
      // in UTC, and readable next to the logs of other programs
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      serializers: { err: withoutRows },
    },
    destination,
  )
}

/** An error without the row that PostgreSQL quotes in it: people's data, and hashes. */
function withoutRows(error: Error): object {
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(error)
  return rest
}
