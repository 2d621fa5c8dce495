import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'
import { scopes } from './scopes.ts'

const tag = 'API keys'

/** How every key begins, so that scanners of sources find one that was committed. */
export const API_KEY_START = 'bl_live_'
/** Keys in use. */
export const MAX_KEYS = 50
/** Of one key at one process, within a minute. */
export const KEY_REQUESTS_PER_MINUTE = 600
const MAX_DAYS = 730
/** How long the former secret of a key remains valid after a rotation, at most: 30 days. */
const MAX_OVERLAP_HOURS = 720

const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The one who made it; null: a former member of staff. */
  createdBy: z.string().nullable(),
  createdAt: instant,
  /** null: it does not expire. */
  expiresAt: instant.nullable(),
  /** To the minute; null: never used. */
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Secrets that are valid, the newest first: two while a rotation overlaps. */
  secrets: z.array(
    z.object({
      /** The first characters, e.g. bl_live_Qk3v. */
      start: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
      /** When a rotation ends it; null: with the key. */
      expiresAt: instant.nullable(),
    }),
  ),
})
export type ApiKey = z.output<typeof apiKey>

/** A key with its secret, which only this response contains. */
const madeKey = z.object({ key: apiKey, token: z.string() })

const CHOOSE_SCOPES = 'Choose at least one scope'

export const apiKeyBody = z.object({
  name: text(60).min(1, 'Name the program that will use the key'),
  scopes: z.array(z.enum(scopes), CHOOSE_SCOPES).min(1, CHOOSE_SCOPES).max(scopes.length),
  /** null: it does not expire. */
  expiresInDays: z
    .number('Enter a number of days')
    .int('Enter whole days')
    .min(1, 'At least one day')
    .max(MAX_DAYS, `At most ${MAX_DAYS} days`)
    .nullable(),
})

export const listApiKeys = endpoint('GET /api/api-keys', {
  tag,
  summary: 'API keys of the organisation, those in use first',
  access: 'api_keys.write',
  returns: z.array(apiKey),
})

export const createApiKey = endpoint('POST /api/api-keys', {
  tag,
  summary: 'Makes an API key; its secret is in this response only',
  access: 'api_keys.write',
  body: apiKeyBody,
  returns: madeKey,
  status: 201,
})

export const rotateApiKey = endpoint('POST /api/api-keys/:id/rotate', {
  tag,
  summary: 'Gives a key a new secret; the former one remains valid for the chosen hours',
  access: 'api_keys.write',
  params: idParams,
  body: z.object({
    overlapHours: z
      .number('Enter a number of hours')
      .int('Enter whole hours')
      .min(0, 'At least 0 hours')
      .max(MAX_OVERLAP_HOURS, `At most ${MAX_OVERLAP_HOURS} hours`),
  }),
  returns: madeKey,
})

export const revokeApiKey = endpoint('DELETE /api/api-keys/:id', {
  tag,
  summary: 'Revokes a key: all its secrets are refused from now on',
  access: 'api_keys.write',
  params: idParams,
  returns: z.object({ revoked: z.literal(true) }),
})
