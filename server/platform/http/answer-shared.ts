import { Compressed, encodingFor, LEAST_COMPRESSED_BYTES } from './compressed.ts'
import { argsOf, type Call, type DbCtx, respond } from './respond.ts'
import type { SharedAnswer, SharedAnswers } from './shared-answers.ts'

/** Answers a read with the response that is computed once per tick for all clients of the same address. */
export async function answerShared<C extends DbCtx>(call: Call<C>, shared: SharedAnswers): Promise<unknown> {
  const { request, reply } = call
  const { body, headers } = await shared.of(sharedKey(call), () => compute(call))
  void reply.headers(headers).type('application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.identity.length < LEAST_COMPRESSED_BYTES)
    return reply.send(body.identity)
  const bytes = await body.bytes(encoding)
  return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(bytes)
}

async function compute<C extends DbCtx>(call: Call<C>): Promise<SharedAnswer> {
  const { answer, headers } = await respond(call, argsOf(call))
  return { body: new Compressed(Buffer.from(JSON.stringify(answer)), 'fast'), headers }
}

/** An address contains no blank, so that no two keys are equal by accident. */
function sharedKey<C>({ shared, actor, request }: Call<C>): string {
  return shared === 'role' && actor.kind === 'staff' ? `${request.url} ${actor.role}` : request.url
}
