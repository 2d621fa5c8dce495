import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
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
    'Files',
    'Calendars of BDMs',
    'Push messages to devices of staff',
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
  })
  expect(Object.fromEntries(all.map(({ provider, place }) => [provider, place]))).toEqual({
    PostgreSQL: 'db.example',
    'Amazon S3': 'Amazon region ap-southeast-2',
    Vapi: 'United States',
    Twilio: 'Twilio region au1, edge sydney',
    'Mail server': 'smtp.example.com',
    'Their hosts': 'Any public address',
    ClamAV: '10.0.0.9',
    'Australian Government, data.gov.au': 'data.gov.au',
  })
  expect(all.find(({ provider }) => provider === 'Vapi')?.substitute).toBe('Twilio, which is configured too')
  expect(JSON.stringify(all)).not.toContain('hunter2')
})

it('a socket is this machine', () => {
  const [database] = flows({ ...external, DATABASE_URL: 'postgres:///b?host=/run/postgresql' })
  expect(database?.place).toBe('This machine')
})
