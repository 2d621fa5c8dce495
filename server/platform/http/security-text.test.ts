import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serveSecurityText } from './security-text.ts'

const PATH = '/.well-known/security.txt'

async function ask(env: Record<string, string>) {
  const { securityContacts: contacts, publicUrl } = readConfig(env, '1.0.0')
  const server = Fastify()
  serveSecurityText(server, { contacts, publicUrl, now: () => new Date('2026-11-24T03:04:05+11:00') })
  const answer = await server.inject(PATH)
  await server.close()
  return answer
}

// Covers: running-6
it('security.txt tells where weaknesses are reported, in the form of RFC 9116, and is good for 90 days', async () => {
  const answer = await ask({
    PUBLIC_URL: 'https://calls.example.com/',
    SECURITY_CONTACT: 'security@example.com, https://example.com/report',
  })
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Contact: https://example.com/report',
    'Expires: 2027-02-21T00:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://calls.example.com/.well-known/security.txt',
    '',
  ])
})

// Covers: running-6
it('security.txt is not there where nobody is named', async () => {
  expect((await ask({})).statusCode).toBe(404)
})
