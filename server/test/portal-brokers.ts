import type { App } from '#server/app.ts'
import type { Ctx } from '#server/ctx.ts'
import { uploadDocument } from '#server/modules/documents/uploading/service.ts'
import { storeFile } from '#server/modules/documents/vault/service.ts'
import { pdf } from './application-forms.ts'

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
