import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { admit } from '#server/modules/accounts/policy.ts'
import { callsModule } from '#server/modules/calls/module.ts'
import type { Actor } from '#server/platform/actor.ts'
import { parseAgeKeys } from '#server/platform/crypto/age.ts'
import { serveRoutes } from '#server/platform/http/routes.ts'
import { createServer } from '#server/platform/http/server.ts'
import { createLocalStore } from '#server/providers/files/local-store.ts'
import { openVaultKeys } from '#server/providers/files/vault-keys.ts'
import { TEST_VAULT_KEY } from '../test-app.ts'
import type { CallsWorld } from './calls-world.ts'

/**
 * The calls' endpoints over a world of calls. The header `x-role` sets the user's role; without it the request is
 * anonymous.
 */
export async function serveCalls(world: CallsWorld): Promise<FastifyInstance> {
  const users = new Map<string, number>()
  for (const role of staffRoles) {
    const email = `${role}@staff.example`
    const values = { email, name: role, role, emailVerified: true }
    const user = await world.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
    users.set(role, user.id)
  }
  const read = async () => parseAgeKeys(TEST_VAULT_KEY)
  Object.assign(world.ctx.providers, {
    files: createLocalStore(join(world.dataDir, 'files')),
    vault: await openVaultKeys(world.db, { name: 'VAULT_KEY', read, own: null }),
  })
  const server = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    rateLimits: false,
    secure: false,
  })
  serveRoutes<Ctx>(server, callsModule.routes ?? [], {
    async authenticate(request): Promise<Actor> {
      const role = String(request.headers['x-role'] ?? '')
      const userId = users.get(role)
      if (userId === undefined) return { kind: 'visitor', ip: request.ip }
      return { kind: 'staff', userId, role, name: role, email: `${role}@staff.example`, ip: request.ip }
    },
    admit,
    // the roles above are the staff roles
    ctx: (_request, actor) => world.ctx.as(actor as Actor<StaffRole>),
    limit: async () => undefined,
    requireRoom: async () => undefined,
  })
  await server.ready()
  return server
}
