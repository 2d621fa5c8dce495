// Decides which signed links an application has, and when they expire.

import { createHash } from 'node:crypto'
import { DRAFT_DAYS } from '#contract/accreditations/accreditations.ts'
import { readSubject, readToken, signToken } from '#server/platform/crypto/token.ts'

const DAY_MS = 86_400_000
/** From submission, which leaves ample time for the decision. */
const STATUS_DAYS = 365
const RESUME = 'draft'
const STATUS = 'application'

/** The settings for signing links. */
export interface LinkMaker {
  secret: string
  publicUrl: string
}

export interface LinkedApplication {
  id: number
  status: string
  email: string
  submittedAt: Date | null
  expiresAt: Date | null
}

export interface ResumeLink {
  token: string
  /** Path inside this installation. */
  path: string
  url: string
  expiresAt: Date
}

export function daysFrom(start: Date, days: number): Date {
  return new Date(start.getTime() + days * DAY_MS)
}

const addressed = (email: string): string =>
  `${RESUME} ${createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 12)}`

/**
 * Opens the form as it was saved: a draft until it expires, any other application for 30 days from now. The link of a
 * draft is valid for its present address only, unless it is sent to a telephone: a recipient at a mistyped address
 * loses access.
 */
export function resumeLink(
  maker: LinkMaker,
  application: LinkedApplication,
  now: Date,
  to: 'address' | 'phone' = 'address',
): ResumeLink {
  const draft = application.status === 'draft' && application.expiresAt
  const expiresAt = draft || daysFrom(now, DRAFT_DAYS)
  const purpose = draft && to === 'address' ? addressed(application.email) : RESUME
  const token = signToken(maker.secret, { purpose, id: application.id }, expiresAt)
  const path = `/accreditation/resume/${token}`
  return { token, path, url: maker.publicUrl + path, expiresAt }
}

/** Opens the application's status page, for a year from its submission. */
export function statusUrl(maker: LinkMaker, application: LinkedApplication, now: Date): string {
  const expiresAt = daysFrom(application.submittedAt ?? now, STATUS_DAYS)
  const token = signToken(maker.secret, { purpose: STATUS, id: application.id }, expiresAt)
  return `${maker.publicUrl}/accreditation/status/${token}`
}

export interface Resumed {
  id: number
  /** Whether the link still opens an application that has this address now. */
  isFor(email: string): boolean
}

/** @returns null for a token that is forged, malformed, expired, or made for another purpose */
export function readResumeToken(maker: LinkMaker, token: string, now: Date): Resumed | null {
  const subject = readSubject(maker.secret, token, now)
  if (subject?.purpose.split(' ')[0] !== RESUME) return null
  const { id, purpose } = subject
  return { id, isFor: (email) => purpose === RESUME || purpose === addressed(email) }
}

export function readStatusToken(maker: LinkMaker, token: string, now: Date): number | null {
  return readToken(maker.secret, STATUS, token, now)
}

/** Where a broker uploads documents. */
export const portalUrl = ({ publicUrl }: Pick<LinkMaker, 'publicUrl'>): string =>
  `${publicUrl}/broker-portal?tab=documents`
