import { errorLine, StartupError } from '../platform/startup-error.ts'
import { type KeyKind, parseNoteSigner, parseNoteVerifier } from '../platform/tlog/signed-note.ts'
import type { Env } from './env.ts'
import { secureUrl } from './transport.ts'

export interface WitnessAddress {
  url: string
  /** Its public key, as it prints it at the start. */
  key: string
}

/** The private key that signs checkpoints, or null. @throws StartupError */
export function readSealKey({ SEAL_KEY: key }: Env): string | null {
  if (!key) return null
  try {
    parseNoteSigner(key, 'note')
    return key
  } catch (error) {
    // never the key itself
    throw new StartupError(
      `SEAL_KEY is wrong: it should be a private key as note.GenerateKey of golang.org/x/mod writes it, but ${errorLine(error)}.`,
    )
  }
}

/** The witness that signs our checkpoints too; null: there is none. @throws StartupError */
export function readWitness(env: Env): WitnessAddress | null {
  const witnessUrl = secureUrl(env, 'WITNESS_URL')
  const key = publicKey(env, 'WITNESS_KEY', 'cosignature')
  if (witnessUrl && key) return { url: witnessUrl, key }
  if (witnessUrl || key) throw new StartupError('Set WITNESS_URL and WITNESS_KEY together.')
  return null
}

/** The public key of the log that this process witnesses. @throws StartupError if a witness has none */
export function readWitnessedLog(env: Env, role: string): string | null {
  if (role !== 'witness') return null
  const key = publicKey(env, 'WITNESS_OF', 'note')
  if (!key)
    throw new StartupError(
      'ROLE=witness needs WITNESS_OF: the public key of the log, as Surveillance shows it.',
    )
  return key
}

function publicKey(env: Env, name: string, kind: KeyKind): string | null {
  const key = env[name]
  if (!key) return null
  try {
    return parseNoteVerifier(key, kind).text
  } catch (error) {
    throw new StartupError(`${name} is wrong: it should be a public key, but ${errorLine(error)}.`)
  }
}
