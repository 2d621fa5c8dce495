import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RecordingFile } from '#server/providers/voice/port.ts'
import { rangeOf } from './rules.ts'

/** Sends an MP3, whole or the part that was asked for, never to be kept by others. */
export async function sendRecording(
  file: RecordingFile,
  { request, reply, name }: { request: FastifyRequest; reply: FastifyReply; name: string },
): Promise<FastifyReply> {
  // opened before anything is promised: a cached file may go, an open one stays readable
  const handle = await open(file.path)
  const { size } = await handle.stat()
  const etag = `"${basename(file.path)}"`
  const ifRange = request.headers['if-range']
  const range = rangeOf(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, size)
  reply
    .type('audio/mpeg')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `${isDownload(request) ? 'attachment' : 'inline'}; filename="${name}"`)
    .header('etag', etag)
  if (range.kind === 'unsatisfiable') {
    await handle.close()
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  return reply.send(handle.createReadStream({ start, end }))
}

function isDownload(request: FastifyRequest): boolean {
  return typeof request.query === 'object' && request.query !== null && 'download' in request.query
}
