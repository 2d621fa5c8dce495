import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Recording } from '#server/providers/ports/voice.ts'
import { rangeOf } from './byte-range.rules.ts'

/** Sends an MP3, whole or the requested range, never cached. */
export async function sendRecording(
  recording: Recording,
  { request, reply, name }: { request: FastifyRequest; reply: FastifyReply; name: string },
): Promise<FastifyReply> {
  const { bytes } = recording
  const etag = `"${recording.etag}"`
  const ifRange = request.headers['if-range']
  const range = rangeOf(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, bytes)
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: bytes - 1 }
  // opened before the headers are set, as the file may be gone
  const content = range.kind === 'unsatisfiable' ? null : await recording.read({ start, end })
  reply
    .type('audio/mpeg')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `${isDownload(request) ? 'attachment' : 'inline'}; filename="${name}"`)
    .header('etag', etag)
  if (!content) return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.header('content-length', end - start + 1)
  return reply.send(content)
}

function isDownload(request: FastifyRequest): boolean {
  return typeof request.query === 'object' && request.query !== null && 'download' in request.query
}
