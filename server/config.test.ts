import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '1.0.0')

describe('the environment', () => {
  it('needs nothing: a local installation with the demo world on loopback', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      role: 'all',
      demo: true,
      voiceProvider: 'auto',
      rateLimits: true,
      simulator: { speed: 1, outcomes: 'realistic', now: null },
    })
  })

  it('switches the demo world off on an external database or an open address', () => {
    const external = { DATABASE_URL: 'postgres://db.example/b', SESSION_SECRET: 's'.repeat(32) }
    expect(read(external).demo).toBe(false)
    expect(read({ HOST: '0.0.0.0' }).demo).toBe(false)
    expect(read({ ...external, DEMO: 'on' }).demo).toBe(true)
  })

  it.each([
    [{ PORT: 'eighty' }, /^PORT is wrong: it should be a whole number from 0 to 65535/],
    [{ PORT: '70000' }, /^PORT is wrong/],
    [{ ROLE: 'boss' }, /^ROLE is wrong: it should be one of all, web, worker/],
    [{ ROLE: 'worker' }, /^ROLE=worker needs DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong: it should be a URL starting with postgres/],
    [{ DATABASE_URL: 'postgres://db.example/b' }, /^SESSION_SECRET is missing/],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET is wrong/],
    [{ SIM_SPEED: '-1' }, /^SIM_SPEED is wrong/],
    [{ SIM_NOW: 'tomorrow' }, /^SIM_NOW is wrong: it should be an ISO 8601 instant/],
    [{ RATE_LIMITS: 'off', DEMO: 'off' }, /^RATE_LIMITS=off is allowed only with DEMO=on/],
    [{ DEMO: 'off', ADMIN_EMAIL: 'a@example.com' }, /^ADMIN_PASSWORD is wrong/],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL is wrong/],
  ])('names the variable that is wrong and what it should be: %j', (env, line) => {
    expect(() => read(env as Record<string, string>)).toThrow(line)
  })

  it('never repeats a password in its message', () => {
    expect(() => read({ DATABASE_URL: 'http://user:hunter2@db.example' })).toThrow(/^(?!.*hunter2)/)
  })
})
