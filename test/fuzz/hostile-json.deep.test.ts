import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { NOBODY } from '../surface/endpoint-bodies.ts'
import { nameOf } from '../surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addPortalBroker, portalToken } from '../worlds/broker-client.ts'
import { staffClient } from '../worlds/client.ts'
import { HOSTILE_JSON, inEachField, jsonEndpoints, nested } from './hostile-json.ts'

let app: TestApp
let proofs: { staff: Record<string, string>; broker: Record<string, string> }
beforeAll(async () => {
  app = await createTestApp()
  const { email } = await addPortalBroker(app)
  proofs = {
    staff: { cookie: (await staffClient(app, 'admin')).cookie },
    broker: { authorization: `Bearer ${await portalToken(app, email)}` },
  }
})
afterAll(() => app?.close())

async function send({ method, path, access }: Endpoint, payload: string) {
  const url = path.replaceAll(/:(\w+)/g, (_, part: string) => (part === 'vendor' ? 'twilio' : String(NOBODY)))
  const headers = { 'content-type': 'application/json', ...proofs[access === 'broker' ? 'broker' : 'staff'] }
  const { statusCode, body } = await app.server.inject({ method, url, payload, headers })
  return { status: statusCode, body }
}

/** So that each request reaches its body. */
const clearLimits = () => app.connection.db.deleteFrom('rateLimits').execute()

describe('JSON beyond the limits', () => {
  // Covers: analytics-figures-24
  it.each(
    jsonEndpoints.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })),
  )('is refused by $name, whole and in each field', async ({ endpoint }) => {
    const bodies = [
      ...HOSTILE_JSON.map(({ text }) => text),
      ...inEachField(endpoint, nested(100_000)),
      ...inEachField(endpoint, `[${'0,'.repeat(99_999)}0]`),
    ]
    for (const [index, body] of bodies.entries()) {
      if (index % 5 === 0) await clearLimits()
      const answer = await send(endpoint, body)
      expect([400, 413], `${body.slice(0, 60)}: ${answer.body.slice(0, 200)}`).toContain(answer.status)
      expect(errorBody.parse(JSON.parse(answer.body)).message).toMatch(
        /nested too deep|too many values|valid JSON/,
      )
    }
  })

  // Covers: analytics-figures-24
  it('is answered where it is within them, whatever the fields hold', async () => {
    for (const endpoint of jsonEndpoints) {
      await clearLimits()
      for (const body of [nested(64), nested(10), ...inEachField(endpoint, nested(62))]) {
        const { status, body: answer } = await send(endpoint, body)
        expect(status, `${nameOf(endpoint)} ${body.slice(0, 60)}: ${answer}`).toBeLessThan(500)
      }
    }
  })
})
