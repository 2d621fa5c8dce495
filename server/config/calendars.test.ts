import { expect, it } from 'vitest'
import { readCalendars } from './calendars.ts'

const google = { GOOGLE_CALENDAR_CLIENT_ID: 'id', GOOGLE_CALENDAR_CLIENT_SECRET: 'secret' }
const microsoft = { MICROSOFT_CALENDAR_CLIENT_ID: 'id', MICROSOFT_CALENDAR_CLIENT_SECRET: 'secret' }

it('reads each calendar service that has an id and a secret', () => {
  expect(readCalendars({})).toEqual({ microsoft: null, google: null })
  expect(readCalendars({ ...google, ...microsoft })).toEqual({
    google: { clientId: 'id', clientSecret: 'secret', baseUrl: null, loopback: false },
    microsoft: {
      clientId: 'id',
      clientSecret: 'secret',
      baseUrl: null,
      loopback: false,
      tenant: 'organizations',
    },
  })
  expect(
    readCalendars({ ...google, GOOGLE_CALENDAR_BASE_URL: 'http://127.0.0.1:4000/' }).google,
  ).toMatchObject({ baseUrl: 'http://127.0.0.1:4000', loopback: true })
})

it.each([
  [{ GOOGLE_CALENDAR_CLIENT_ID: 'id' }, 'GOOGLE_CALENDAR_CLIENT_SECRET is missing'],
  [{ MICROSOFT_CALENDAR_CLIENT_SECRET: 'secret' }, 'MICROSOFT_CALENDAR_CLIENT_ID is missing'],
  [{ ...microsoft, MICROSOFT_CALENDAR_TENANT: '../common' }, 'MICROSOFT_CALENDAR_TENANT is wrong'],
  [{ ...google, GOOGLE_CALENDAR_BASE_URL: 'http://calendar.example' }, 'GOOGLE_CALENDAR_BASE_URL is wrong'],
])('stops the start with a sentence: %o', (env, sentence) => {
  expect(() => readCalendars(env)).toThrow(sentence)
})
