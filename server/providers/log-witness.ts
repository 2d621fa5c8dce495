import type { WitnessAddress } from '#server/config/seals.ts'
import { parseNote, parseNoteVerifier, verifiedSignature } from '#server/platform/tlog/signed-note.ts'
import type { LogWitness, WitnessRequest } from './ports/log-witness.ts'

const TIMEOUT_MS = 10_000
const CONFLICT = 409
/** Characters of a refusal that are logged. */
const REASON = 200

/** A witness that follows the C2SP tlog-witness protocol. */
export function createLogWitness({ url, key }: WitnessAddress): LogWitness {
  const verifier = parseNoteVerifier(key, 'cosignature')
  return {
    name: verifier.name,
    key,
    async addCheckpoint(request) {
      const response = await fetch(`${url}/add-checkpoint`, {
        ...{ method: 'POST', body: bodyOf(request), redirect: 'error' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.status === CONFLICT && /^\d{1,15}\n$/.test(text))
        return { kind: 'seen', size: Number(text) }
      if (!response.ok)
        throw new Error(
          `the witness answered with status ${response.status}: ${text.slice(0, REASON).trim()}`,
        )
      const note = parseNote(`${request.note}${text}`)
      const signature = note && verifiedSignature(note, verifier)
      if (!signature) throw new Error('the signature of the witness is not valid')
      return { kind: 'cosigned', line: signature.line }
    },
  }
}

const bodyOf = ({ oldSize, proof, note }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64')), '', note].join('\n')
