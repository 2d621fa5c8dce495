// Generates and compiles packages/client from the contract: run by `npm pack` in that folder.
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import pino from 'pino'
import { endpoints } from '#server/endpoints.ts'
import { describeWebhooks } from '#server/modules/webhooks/webhook-description.ts'
import { describeApi } from '#server/platform/http/docs.ts'
import { serveRoutes } from '#server/platform/http/routes.ts'
import { createServer } from '#server/platform/http/server.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE = join(ROOT, 'packages/client')
const run = promisify(execFile)

/** Answers no request: it exists for its description. */
async function describe(): Promise<object> {
  const refuse = (): never => {
    throw new Error('only described')
  }
  const server = await createServer({
    ...{ log: pino({ level: 'silent' }), trustProxy: false, rateLimits: false, secure: true },
  })
  await describeApi(server, {
    title: 'Brokerline',
    version: '1.0.0',
    cookie: '__Secure-brokerline.session_token',
    webhooks: describeWebhooks(),
  })
  serveRoutes(
    server,
    endpoints.map((endpoint) => ({ endpoint, handle: async () => refuse() })),
    {
      authenticate: async () => refuse(),
      admit: refuse,
      ctx: refuse,
      limit: async () => refuse(),
      requireRoom: async () => refuse(),
    },
  )
  await server.ready()
  const description = server.swagger()
  await server.close()
  return description
}

const source = join(PACKAGE, 'src')
await rm(source, { recursive: true, force: true })
await rm(join(PACKAGE, 'dist'), { recursive: true, force: true })
await mkdir(source, { recursive: true })
const description = join(source, 'openapi.json')
await writeFile(description, JSON.stringify(await describe()))
await writeFile(join(source, 'client.ts'), await generateSource(description, { argumentStyle: 'object' }))
await rm(description)
await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', PACKAGE, '--singleThreaded'])
console.log('packages/client/dist is the client of this contract')
