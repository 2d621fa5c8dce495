// Decides about a request of the C2SP tlog-witness protocol: `POST /add-checkpoint`.

import { type Checkpoint, parseCheckpoint } from '#server/platform/tlog/checkpoint.ts'
import { isConsistent, type SizedRoot } from '#server/platform/tlog/proofs.ts'
import { type NoteVerifier, parseNote, verifiedSignature } from '#server/platform/tlog/signed-note.ts'
import { HASH_BYTES } from '#server/platform/tlog/tree-hashes.ts'

/** Hashes of a proof: no log of fewer than 2^63 entries needs more. */
const MAX_PROOF = 63

export interface CheckpointRequest {
  oldSize: number
  proof: readonly Buffer[]
  note: string
}

/** @returns null if the body does not have the form of the protocol */
export function parseRequest(body: string): CheckpointRequest | null {
  const end = body.indexOf('\n\n')
  const [first = '', ...hashes] = body.slice(0, Math.max(0, end)).split('\n')
  const [, digits] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? []
  if (!digits || hashes.length > MAX_PROOF) return null
  const proof = hashes.map((hash) => Buffer.from(hash, 'base64'))
  if (proof.some((hash, at) => hash.length !== HASH_BYTES || hash.toString('base64') !== hashes[at]))
    return null
  return { oldSize: Number(digits), proof, note: body.slice(end + 2) }
}

export type Decision =
  | { status: 200; checkpoint: Checkpoint; text: string }
  | { status: 400 | 403 | 404 | 422; reason: string }
  /** The size of the last checkpoint that was signed. */
  | { status: 409; size: number }

/** @param last the last checkpoint that this witness has signed */
export function decideCheckpoint(
  { oldSize, proof, note }: CheckpointRequest,
  { log, last }: { log: NoteVerifier; last: SizedRoot },
): Decision {
  const signed = parseNote(note)
  const checkpoint = signed && parseCheckpoint(signed.text)
  if (!checkpoint) return { status: 400, reason: 'This is no signed checkpoint.' }
  if (checkpoint.origin !== log.name) return { status: 404, reason: 'This witness does not follow that log.' }
  if (!verifiedSignature(signed, log))
    return { status: 403, reason: 'The checkpoint is not signed by the log’s key.' }
  if (oldSize > checkpoint.size) return { status: 400, reason: 'The old size is beyond the checkpoint.' }
  const isForked = oldSize === checkpoint.size && !checkpoint.root.equals(last.root)
  if (oldSize !== last.size || (isForked && oldSize > 0)) return { status: 409, size: last.size }
  if (!isConsistent(last, checkpoint, proof))
    return { status: 422, reason: 'The proof does not show that the log only grew.' }
  return { status: 200, checkpoint, text: signed.text }
}
