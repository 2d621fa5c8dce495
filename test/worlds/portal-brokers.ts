import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { App } from '#server/app.ts'
import type { Ctx } from '#server/ctx.ts'
import { uploadDocument } from '#server/modules/documents/upload-document.ts'
import { storeFile } from '#server/modules/vault/vault-files.ts'
import { type FormFile, pdf } from './application-forms.ts'

/** A broker with a portal account, as the gate would let them in. */
export interface PortalBroker {
  ctx: Ctx
  brokerId: number
  userId: number
  name: string
  email: string
}

let made = 0

/** Adds a broker with a portal account; `ctx` is theirs, without a sign-in. */
export async function portalBroker(
  app: Pick<App, 'ctx' | 'connection'>,
  given: { name?: string; email?: string } = {},
): Promise<PortalBroker> {
  made += 1
  const name = given.name ?? `Priya Sharma ${made}`
  const email = given.email ?? `priya.sharma.${made}@example.com`
  const { db } = app.connection
  const broker = await db
    .insertInto('brokers')
    .values({ name, email, callBasis: 'relationship', callBasisSource: 'Test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await db
    .insertInto('users')
    .values({ email, name, firstName: name, lastName: '', brokerId: broker.id, emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const who = { brokerId: broker.id, userId: user.id, name, email }
  return { ...who, ctx: app.ctx({ kind: 'broker', ...who, sessionId: 1, ip: '203.0.113.9' }) }
}

/** Uploads a document as the portal does. @returns its id */
export async function uploadAs(
  { ctx }: Pick<PortalBroker, 'ctx'>,
  documentTypeId: number,
  file: { bytes?: Buffer; filename?: string } = {},
): Promise<number> {
  const bytes = file.bytes ?? pdf()
  const stored = await storeFile(ctx, {
    stream: (async function* () {
      yield bytes
    })(),
    filename: file.filename ?? 'certificate.pdf',
    limit: bytes.length,
    allowedTypes: ['application/pdf'],
  })
  if (!stored.ok) throw new Error(`refused: ${stored.fault}`)
  return uploadDocument(ctx, {
    documentTypeId: String(documentTypeId),
    file: stored.file,
    problem: null,
    twice: false,
  })
}

/** A part of a form: name and value, or a file. */
export type FormPart = [name: string, value: string] | FormFile

/** A multipart form with these parts in this order. */
export function partsForm(parts: readonly FormPart[], headers: Record<string, string> = {}): InjectOptions {
  const boundary = `form-${randomBytes(12).toString('hex')}`
  const written = parts.map((part) => {
    const file = Array.isArray(part) ? null : part
    const name = Array.isArray(part) ? part[0] : part.name
    const head = file
      ? `; filename="${file.filename ?? 'certificate.pdf'}"\r\ncontent-type: ${file.type ?? 'application/pdf'}`
      : ''
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Array.isArray(part) ? Buffer.from(part[1]) : part.bytes,
      Buffer.from('\r\n'),
    ])
  })
  return {
    payload: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  }
}
