import type { FastifyInstance } from 'fastify'

/** How long a researcher may rely on the file. */
const VALID_DAYS = 90
const DAY_MS = 86_400_000

export interface SecurityText {
  /** As `Contact` gives them, the preferred one first; none: nothing is served. */
  contacts: readonly string[]
  publicUrl: string
  now(): Date
}

/** Serves /.well-known/security.txt (RFC 9116): the contact for reports of vulnerabilities. */
export function serveSecurityText(server: FastifyInstance, { contacts, publicUrl, now }: SecurityText): void {
  if (contacts.length === 0) return
  const path = '/.well-known/security.txt'
  server.get(path, { schema: { hide: true } as object }, async (_request, reply) => {
    // the same for a whole day, so that copies agree
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000', '')}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
}
