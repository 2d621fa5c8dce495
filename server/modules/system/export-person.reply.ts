import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import yazl from 'yazl'
import type { Ctx } from '#server/ctx.ts'
import type { PersonPart } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { findPerson } from '#server/modules/brokers/person.ts'
import { openFile } from '#server/modules/vault/vault-files.ts'
import { notFound } from '#server/platform/errors.ts'
import { disposition } from '#server/platform/http/disposition.ts'

/**
 * Sends everything about one person as a ZIP: a JSON file for each kind of data, and a folder for the files of each. The
 * rows are of one moment; files are opened one at a time while it is sent. @throws AppError forbidden, not_found
 */
export async function sendPerson(ctx: Ctx, id: number, reply: FastifyReply): Promise<FastifyReply> {
  authorise(ctx, 'people.export')
  const parts = await ctx.tx(async (tx) => {
    const person = await findPerson(tx, id)
    if (!person) throw notFound('Broker')
    const found: PersonPart[] = []
    await tx.emit('broker.exporting', { person, add: (part) => found.push(part) })
    const counts = Object.fromEntries(found.map(({ name, rows }) => [name, rows.length]))
    await audit(tx, { action: 'broker.exported', subjectType: 'broker', subjectId: id, after: counts })
    return found
  })
  return reply
    .type('application/zip')
    .header('content-disposition', disposition('attachment', `broker-${id}.zip`))
    .header('cache-control', 'no-store')
    .send(zipOf(ctx, parts))
}

function zipOf(ctx: Ctx, parts: readonly PersonPart[]): Readable {
  const zip = new yazl.ZipFile()
  for (const { name, rows, files = [] } of parts) {
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`)
    for (const file of files) {
      // a file that cannot be opened becomes a note, and does not abort the archive
      zip.addReadStreamLazy(`${name}/${file.name.replaceAll(/[\\/:*?"<>|]/g, '_')}`, (next) => {
        openFile(ctx, file.fileId).then(
          ({ stream }) => next(null, stream),
          () => next(null, Readable.from(['This file could not be opened.'])),
        )
      })
    }
  }
  zip.end()
  return Readable.from(zip.outputStream)
}
