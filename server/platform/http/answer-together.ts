import { AppError } from '#server/platform/errors.ts'
import { Compressed, encodingFor, LEAST_COMPRESSED_BYTES } from './compressed.ts'
import type { Gate } from './gate.ts'
import { argsOf, type Call, type DbCtx, respond } from './respond.ts'
import type { SharedAnswer, SharedAnswers } from './shared-answers.ts'

/** Answers a read with what was worked out once for all who ask the same since the last change that they were told of. */
export async function answerTogether<C extends DbCtx>(
  call: Call<C>,
  gate: Gate<C>,
  shared: SharedAnswers,
): Promise<unknown> {
  const { request, reply } = call
  const { body, headers } = await shared.of(sharedKey(call), () => workOut(call))
  followFor(call, gate, shared)
  void reply.headers(headers).type('application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.identity.length < LEAST_COMPRESSED_BYTES)
    return reply.send(body.identity)
  const bytes = await body.bytes(encoding)
  return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(bytes)
}

async function workOut<C extends DbCtx>(call: Call<C>): Promise<SharedAnswer> {
  const { answer, headers } = await respond(call, argsOf(call))
  return { body: new Compressed(Buffer.from(JSON.stringify(answer)), 'fast'), headers }
}

/** Lets the screen's stream bring the next answers, as long as whoever asked may ask for them. */
function followFor<C extends DbCtx>(call: Call<C>, gate: Gate<C>, shared: SharedAnswers): void {
  const { actor, endpoint, request } = call
  if (actor.kind !== 'staff') return
  const key = sharedKey(call)
  gate.streamOf?.(request.headers['x-live'], actor.userId)?.follow({
    url: request.url,
    path: endpoint.path,
    isAllowed: () => mayStillAsk(call, gate),
    answer: () => shared.of(key, () => workOut({ ...call, ctx: gate.ctx(request, actor) })),
  })
}

async function mayStillAsk<C>(call: Call<C>, gate: Gate<C>): Promise<boolean> {
  const { endpoint, request } = call
  try {
    const actor = await gate.authenticate(request, endpoint.access)
    gate.admit(actor, endpoint.access)
    return sharedKey({ ...call, actor }) === sharedKey(call)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** No address holds a blank. */
function sharedKey<C>({ shared, actor, request }: Call<C>): string {
  return shared === 'role' && actor.kind === 'staff' ? `${request.url} ${actor.role}` : request.url
}
