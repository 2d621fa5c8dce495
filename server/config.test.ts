import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '1.0.0')

describe('the environment', () => {
  // Covers: running-1
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

  // Covers: running-8
  it('switches the demo world off on an external database or an open address', () => {
    const external = {
      DATABASE_URL: 'postgres://db.example/b?sslmode=verify-full',
      SESSION_SECRET: 's'.repeat(32),
      VAULT_KEY_FILE: '/run/secrets/vault.key',
    }
    expect(read(external).demo).toBe(false)
    expect(read({ HOST: '0.0.0.0' }).demo).toBe(false)
    expect(read({ ...external, DEMO: 'on' }).demo).toBe(true)
    // staff need two-factor only if the operator requires it
    expect(read(external).requireTwoFactor).toBe(false)
    expect(read({ ...external, TWO_FACTOR: 'required' }).requireTwoFactor).toBe(true)
  })

  it.each([
    ['clamd.example:3310', { host: 'clamd.example', port: 3310 }],
    ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
  ])('names a virus scanner: %s', (text, clamav) => {
    expect(read({ CLAMAV_ADDRESS: text }).clamav).toEqual(clamav)
    expect(read({}).clamav).toBeNull()
  })

  // Covers: running-4, messages-7, vault-file-store-6
  it.each([
    [{ PORT: 'eighty' }, /^PORT is wrong: it should be a whole number from 0 to 65535/],
    [{ PORT: '70000' }, /^PORT is wrong/],
    [{ ROLE: 'boss' }, /^ROLE is wrong: it should be one of all, web, worker/],
    [{ DATABASE_OWNER_URL: 'postgres:///b' }, /^DATABASE_URL is missing: DATABASE_OWNER_URL is given/],
    [{ ROLE: 'worker' }, /^ROLE=worker needs DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong: it should be a URL starting with postgres/],
    [{ DATABASE_URL: 'postgres://localhost/b' }, /^SESSION_SECRET is missing/],
    [{ DATABASE_URL: 'postgres://app@%2Frun%2Fpostgresql/b' }, /^SESSION_SECRET is missing/],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET is wrong/],
    [
      { METRICS_TOKEN: 'short' },
      /^METRICS_TOKEN is wrong: it should be a random text of at least 16 characters\.$/,
    ],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY is wrong/],
    [
      { DATABASE_URL: 'postgres:///b', SESSION_SECRET: 's'.repeat(32) },
      /^VAULT_KEY is missing: with DATABASE_URL set it, or the file that VAULT_KEY_FILE names, must be an age/,
    ],
    [{ VAULT_KEY: 'a', VAULT_KEY_FILE: 'b' }, /^Set VAULT_KEY or VAULT_KEY_FILE, not both/],
    [{ S3_BUCKET: 'files' }, /^S3_REGION is missing: the file store needs S3_BUCKET, S3_REGION/],
    [{ S3_ENDPOINT: 'https://store.example', S3_BUCKET: 'files' }, /^S3_ACCESS_KEY_ID is missing/],
    [{ S3_ENDPOINT: 'store.example' }, /^S3_ENDPOINT is wrong: it should be a URL/],
    [{ CLAMAV_ADDRESS: '3310' }, /^CLAMAV_ADDRESS is wrong: it should be host and port of clamd such as/],
    [{ CLAMAV_ADDRESS: 'clamd.example:99999' }, /^CLAMAV_ADDRESS is wrong/],
    [{ CLAMAV_ADDRESS: 'tcp://clamd.example:3310' }, /^CLAMAV_ADDRESS is wrong/],
    [{ SIM_SPEED: '-1' }, /^SIM_SPEED is wrong/],
    [{ SIM_NOW: 'tomorrow' }, /^SIM_NOW is wrong: it should be an ISO 8601 instant/],
    [{ RATE_LIMITS: 'off', DEMO: 'off' }, /^RATE_LIMITS=off is allowed only with DEMO=on/],
    [{ DEMO: 'off', ADMIN_EMAIL: 'a@example.com' }, /^ADMIN_PASSWORD is wrong/],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL is wrong/],
    [{ PUBLIC_URL: 'http://calls.example.com', DEMO: 'off' }, /^PUBLIC_URL is wrong: beyond this machine/],
    [{ S3_ENDPOINT: 'http://store.example' }, /^S3_ENDPOINT is wrong: beyond this machine/],
    [{ S3_ENDPOINT: 'http://store', PRIVATE_HOSTS: 'mail' }, /^S3_ENDPOINT is wrong: beyond this machine/],
    [{ S3_BUCKET: 'files', PRIVATE_HOSTS: 'http://store' }, /^PRIVATE_HOSTS is wrong: it should be names/],
    [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS is wrong: it should be a whole number from 0 to 300/],
    [
      { VAPI_API_KEY: 'k', VAPI_WEBHOOK_SECRET: 's'.repeat(24), VAPI_BASE_URL: 'http://x.example' },
      /^VAPI_BASE_URL is wrong: beyond/,
    ],
    [{ DATABASE_URL: 'postgres://db.example/b' }, /^DATABASE_URL is wrong: beyond this machine.*verify-full/],
    [{ DATABASE_URL: 'postgres://db.example/b?sslmode=prefer' }, /^DATABASE_URL is wrong: beyond/],
    [{ DATABASE_URL: 'postgres://localhost/b?host=db.example' }, /^DATABASE_URL is wrong: beyond/],
    [{ DATABASE_URL: 'postgres:///b?host=/run&host=db.example' }, /^DATABASE_URL is wrong: beyond/],
    [{ DATABASE_URL: 'postgres://db.example/b?sslmode=no-verify' }, /^DATABASE_URL is wrong: beyond/],
    [{ CALENDAR_HOSTS: 'https://calendar.example.com/' }, /^CALENDAR_HOSTS is wrong: it should be names/],
    [{ SECURITY_CONTACT: 'call us' }, /^SECURITY_CONTACT is wrong: it should be addresses/],
    [{ SECURITY_CONTACT: 'http://report.example.com' }, /^SECURITY_CONTACT is wrong/],
    [{ SMTP_URL: 'http://smtp.example.com' }, /^SMTP_URL is wrong: it should be a URL such as smtp:/],
    [{ SMTP_URL: 'smtp.example.com:587', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is wrong/],
    [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is wrong/],
    [{ SMTP_URL: 'smtp://h.example/x?y=1', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is wrong.*without path/],
    [{ SMTP_URL: 'smtp://a:%zz@h.example', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is wrong.*percent/],
    [{ SMTP_URL: 'smtp://a@h.example', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is wrong: user and password/],
    [{ SMTP_URL: 'smtp://h.example' }, /^MAIL_FROM is missing: with SMTP_URL set it must be the address/],
    [{ SMTP_URL: 'smtp://h.example', MAIL_FROM: 'nobody' }, /^MAIL_FROM is wrong: it should be one bare/],
    [{ MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM is wrong/],
    [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, /^MAIL_FROM is wrong/],
  ])('names the variable that is wrong and what it should be: %j', (env, line) => {
    expect(() => read(env as Record<string, string>)).toThrow(line)
  })

  // Covers: running-7
  it('never repeats a password in its message', () => {
    expect(() => read({ DATABASE_URL: 'http://user:hunter2@db.example' })).toThrow(/^(?!.*hunter2)/)
    expect(() => read({ SMTP_URL: 'https://user:hunter2@h.example' })).toThrow(/^(?!.*hunter2)/)
  })

  // Covers: messages-7
  it('reads the mail server out of SMTP_URL', () => {
    const mail = (url: string) => read({ SMTP_URL: url, MAIL_FROM: 'no-reply@example.com' }).mail
    expect(read({}).mail).toBeNull()
    expect(mail('smtp://ada%40example.com:p%2Fw%3A1@smtp.example.com')).toEqual({
      host: 'smtp.example.com',
      port: 587,
      secure: false,
      private: false,
      user: 'ada@example.com',
      password: 'p/w:1',
      from: 'no-reply@example.com',
    })
    expect(mail('smtps://smtp.example.com/')).toMatchObject({ port: 465, secure: true, user: null })
    expect(mail('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 })
  })

  // Covers: vault-file-store-19
  it('reads the file store out of the S3 variables, with a region that compatible services do not need', () => {
    const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(read({}).s3).toBeNull()
    expect(read({ ...keys, S3_ENDPOINT: 'https://store.example:9000/' }).s3).toEqual({
      endpoint: 'https://store.example:9000',
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(read({ ...keys, S3_REGION: 'ap-southeast-2' }).s3).toMatchObject({ endpoint: null })
  })

  it('reaches store and mail server of a private network without TLS, where it is named', () => {
    const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const mail = { SMTP_URL: 'smtp://mail:1025', MAIL_FROM: 'no-reply@example.com' }
    const named = read({ ...s3, ...mail, S3_ENDPOINT: 'http://store:8333', PRIVATE_HOSTS: 'store, mail' })
    expect(named).toMatchObject({ s3: { endpoint: 'http://store:8333' }, mail: { private: true } })
    expect(read(mail).mail).toMatchObject({ private: false })
  })

  it('drains only where another process can take over', () => {
    const external = {
      DATABASE_URL: 'postgres:///b',
      SESSION_SECRET: 's'.repeat(32),
      VAULT_KEY_FILE: 'vault.key',
    }
    expect(read({}).drainSeconds).toBe(0)
    expect(read({ ...external, ROLE: 'web' }).drainSeconds).toBe(5)
    expect(read({ ...external, ROLE: 'worker' }).drainSeconds).toBe(0)
    expect(read({ ...external, ROLE: 'web', DRAIN_SECONDS: '30' }).drainSeconds).toBe(30)
  })
})
