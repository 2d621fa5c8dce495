// How variables are read: each that is wrong stops the start with one line that says what it should be.

import { StartupError } from '#server/platform/startup-error.ts'

export type Env = Record<string, string | undefined>

export function wrong(name: string, expected: string, value: string): StartupError {
  return new StartupError(`${name} is wrong: it should be ${expected}, not "${value.slice(0, 80)}".`)
}

export function oneOf<const T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = env[name]
  if (!value) return fallback
  const found = allowed.find((choice) => choice === value)
  if (!found) throw wrong(name, `one of ${allowed.join(', ')}`, value)
  return found
}

export function number(
  env: Env,
  name: string,
  range: { min: number; max: number; whole: boolean },
  fallback: number,
): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (
    !Number.isFinite(value) ||
    value < range.min ||
    value > range.max ||
    (range.whole && !Number.isInteger(value))
  ) {
    throw wrong(name, `a ${range.whole ? 'whole ' : ''}number from ${range.min} to ${range.max}`, text)
  }
  return value
}

export function url(env: Env, name: string, protocols: string[]): string | null {
  const text = env[name]
  if (!text) return null
  const parsed = URL.parse(text)
  // the value may hold a password, so it is not repeated
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new StartupError(
      `${name} is wrong: it should be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  }
  return text.replace(/\/+$/, '')
}

export function instant(env: Env, name: string): Date | null {
  const text = env[name]
  if (!text) return null
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    throw wrong(name, 'an ISO 8601 instant with offset such as 2026-11-24T12:00:00+11:00', text)
  }
}

export const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
