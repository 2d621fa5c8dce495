import type { FastifyInstance } from 'fastify'
import { createServer } from '#server/platform/http/server.ts'
import type { Log } from '#server/platform/log.ts'
import { type NoteSigner, type NoteVerifier, signatureLine } from '#server/platform/tlog/signed-note.ts'
import { decideCheckpoint, parseRequest } from './add-checkpoint.ts'
import type { RememberedHeads } from './remembered-heads.ts'

/** A checkpoint with its signatures, and 63 hashes. */
const MAX_BYTES = 16 * 1024

export interface WitnessOptions {
  signer: NoteSigner
  /** The key of the log that it follows. */
  log: NoteVerifier
  heads: RememberedHeads
  now(): Date
  server: Pick<Parameters<typeof createServer>[0], 'trustProxy' | 'rateLimits' | 'secure'>
  processLog: Log
}

/** Answers the C2SP tlog-witness protocol; it does not listen yet. */
export async function createWitnessServer(options: WitnessOptions): Promise<FastifyInstance> {
  const server = await createServer({ ...options.server, log: options.processLog })
  server.get('/healthz', async () => ({ status: 'ok' }))
  let turn: Promise<unknown> = Promise.resolve()
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: string | undefined }>('/add-checkpoint', async ({ body = '' }, reply) => {
      // one at a time: two requests for the same size must not both be signed
      const decided = turn.then(() => addCheckpoint(options, body))
      turn = decided.catch(() => undefined)
      const { status, text, type } = await decided
      return reply.code(status).type(type).header('cache-control', 'no-store').send(text)
    })
  })
  return server
}

interface Answer {
  status: number
  text: string
  type: string
}

const PLAIN = 'text/plain; charset=utf-8'

async function addCheckpoint(options: WitnessOptions, body: string): Promise<Answer> {
  const { signer, log, heads, now, processLog } = options
  const request = parseRequest(body)
  if (!request)
    return { status: 400, text: 'This is no request of the tlog-witness protocol.\n', type: PLAIN }
  const decision = decideCheckpoint(request, { log, last: heads.last(log.name) })
  if (decision.status === 409) {
    processLog.warn(
      { oldSize: request.oldSize, size: decision.size },
      'a checkpoint does not continue the last one',
    )
    return { status: 409, text: `${decision.size}\n`, type: 'text/x.tlog.size' }
  }
  if (decision.status !== 200) {
    processLog.warn({ reason: decision.reason }, 'a checkpoint was refused')
    return { status: decision.status, text: `${decision.reason}\n`, type: PLAIN }
  }
  // first on disk: a signature that is forgotten could be given to a fork
  await heads.remember(log.name, decision.checkpoint)
  const seconds = Math.floor(now().getTime() / 1000)
  return { status: 200, text: `${signatureLine(signer, decision.text, seconds)}\n`, type: PLAIN }
}
