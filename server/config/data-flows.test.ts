import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { generateNoteKey, parseNoteSigner } from '#server/platform/tlog/signed-note.ts'
import { dataFlows } from './data-flows.ts'

const flows = (env: Record<string, string>) => dataFlows(readConfig(env, '1.0.0'))
const external = {
  DATABASE_URL: 'postgres://app:hunter2@db.example/b?sslmode=verify-full',
  SESSION_SECRET: 's'.repeat(32),
  VAULT_KEY_FILE: 'vault.key',
}

it('names what is configured, and nothing else', () => {
  expect(flows({}).map(({ service }) => service)).toEqual([
    'Database',
    'File storage',
    'BDM calendars',
    'Push notifications to staff',
  ])
  const all = flows({
    ...external,
    S3_BUCKET: 'files',
    S3_REGION: 'ap-southeast-2',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
    TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'hunter2',
    TWILIO_REGION: 'au1',
    TWILIO_EDGE: 'sydney',
    VAPI_API_KEY: 'hunter2',
    VAPI_WEBHOOK_SECRET: 'hunter2hunter2',
    SMTP_URL: 'smtps://user:hunter2@smtp.example.com',
    MAIL_FROM: 'no-reply@example.com',
    CLAMAV_ADDRESS: '10.0.0.9:3310',
    ASIC_DATA_URL: 'https://data.gov.au/data',
    BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    BACKUP_S3_BUCKET: 'archives',
    BACKUP_S3_ENDPOINT: 'https://store.example:9000',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    WITNESS_URL: 'https://witness.example',
    WITNESS_KEY: parseNoteSigner(generateNoteKey('witness', 'cosignature'), 'cosignature').text,
  })
  expect(Object.fromEntries(all.map(({ provider, place }) => [provider, place]))).toEqual({
    PostgreSQL: 'db.example',
    'Amazon S3': 'Amazon region ap-southeast-2',
    Vapi: 'United States',
    Twilio: 'Twilio region au1, edge sydney',
    'S3-compatible storage': 'store.example',
    'Mail server (SMTP)': 'smtp.example.com',
    'Calendar services chosen by staff': 'Any public internet host',
    ClamAV: '10.0.0.9',
    'Australian Government, data.gov.au': 'data.gov.au',
    'OpenTelemetry collector': 'collector.example',
    'Witness server': 'witness.example',
  })
  expect(all.find(({ provider }) => provider === 'Vapi')?.substitute).toBe('Twilio, which is also configured')
  expect(JSON.stringify(all)).not.toContain('hunter2')
})

it.each([
  [null, 'This machine', 'Local socket on this machine; password'],
  ['postgres:///b?host=/run/postgresql', 'This machine', /^Local socket/],
  ['postgres://app:x@%2Frun%2Fpostgresql/b', 'This machine', /^Local socket/],
  ['postgres://app:x@127.0.0.1/b', 'This machine', /^Local socket/],
  ['postgres://app:x@db/b?sslmode=disable', 'db', 'Private network without TLS; password'],
  [external.DATABASE_URL, 'db.example', 'TLS with a verified server certificate; password'],
])('names place and protection of the database: %s', (address, place, protection) => {
  const [database] = flows(address === null ? {} : { ...external, DATABASE_URL: address })
  expect(database?.place).toBe(place)
  expect(database?.protection).toMatch(protection)
})

it('says where a file store or a mail server is reached without TLS', () => {
  const found = flows({
    ...external,
    PRIVATE_HOSTS: 'store, mail',
    S3_ENDPOINT: 'http://store:9000',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
    SMTP_URL: 'smtp://mail:25',
    MAIL_FROM: 'no-reply@example.com',
  })
  const protectionOf = (name: string) => found.find(({ service }) => service === name)?.protection
  expect(protectionOf('File storage')).toMatch(/private network without TLS; access key$/)
  expect(protectionOf('Email')).toBe('Private network without TLS')
})
