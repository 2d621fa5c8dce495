// Decides which of a broker's documents count, and the progress of their accreditation.

import type { Accreditation, DocumentStatus } from '#contract/documents/documents.ts'
import { percentOf } from '#contract/percent.ts'

/** The outcome of one version's review. */
export interface Verdict {
  status: DocumentStatus
  /** Its last day, YYYY-MM-DD. */
  expiresOn: string | null
}

/** Approved, but past its last day. @param today in Sydney, YYYY-MM-DD */
export function hasExpired({ status, expiresOn }: Verdict, today: string): boolean {
  return status === 'approved' && expiresOn !== null && expiresOn < today
}

/** An approval counts through its last day. */
export function isGood(version: Verdict, today: string): boolean {
  return version.status === 'approved' && !hasExpired(version, today)
}

/**
 * The version that counts for a type: the newest that is approved and has not expired. A pending or rejected renewal
 * does not affect an earlier approval.
 * @param versions newest first
 */
export function goodVersion<V extends Verdict>(versions: readonly V[], today: string): V | undefined {
  return versions.find((version) => isGood(version, today))
}

/** A document type with a broker's versions, newest first. */
export interface TypeStatus {
  /** Not retired, and required for the accreditation. */
  required: boolean
  versions: readonly Verdict[]
}

export type Figures = Omit<Accreditation, 'status' | 'since'>

/** How many required types are fulfilled, and how many newest versions have each status. */
export function figuresOf(types: readonly TypeStatus[], today: string): Figures {
  const required = types.filter((type) => type.required)
  const fulfilled = required.filter(({ versions }) => goodVersion(versions, today)).length
  const newest = types.flatMap(({ versions: [version] }) => version ?? [])
  const withStatus = (status: DocumentStatus) =>
    newest.filter((version) => version.status === status && !hasExpired(version, today)).length
  return {
    percent: required.length === 0 ? 0 : percentOf(fulfilled, required.length, 0),
    required: required.length,
    fulfilled,
    remaining: required.length - fulfilled,
    pending: withStatus('pending'),
    approved: withStatus('approved'),
    rejected: withStatus('rejected'),
  }
}
