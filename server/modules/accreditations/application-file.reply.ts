import type { FastifyReply } from 'fastify'
import type { applicationFile } from '#contract/accreditations/applications.ts'
import type { ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { openNoted } from '#server/modules/vault/vault-files.ts'
import { notFound } from '#server/platform/errors.ts'
import { disposition } from '#server/platform/http/disposition.ts'
import { findFiles } from './store.ts'

/** Files are untrusted: nothing in them may run, or load anything of ours. */
const LOCKED =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** Sends a file of an application, decrypted as a stream, and writes the reader to the audit log. @throws AppError */
export async function sendApplicationFile(
  ctx: Ctx,
  { id, kind }: ParamsOf<typeof applicationFile>,
  query: QueryOf<typeof applicationFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  authorise(ctx, 'documents.read')
  const attached = (await findFiles(ctx, [id])).find((file) => file.kind === kind)
  if (!attached) throw notFound('File')
  const inline = query.download === 'false'
  const file = await openNoted(ctx, attached.fileId, ({ filename }) =>
    audit(ctx, {
      action: 'application.file_read',
      subjectType: 'application',
      subjectId: id,
      after: { kind, filename, fileId: attached.fileId, how: inline ? 'viewed' : 'downloaded' },
    }),
  )
  return reply
    .type(file.mediaType)
    .headers({
      'content-length': file.bytes,
      'content-disposition': disposition(inline ? 'inline' : 'attachment', file.filename),
      'content-security-policy': LOCKED,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(file.stream)
}
