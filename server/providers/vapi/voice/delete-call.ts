import { askVapi } from '../ask-vapi.ts'
import type { VapiParts } from '../parts.ts'

/** Vapi could not delete a call's data yet. */
export class NotYetDeleted extends Error {}

/**
 * Has Vapi delete its data of an ended call: recording, transcript, logs.
 * @throws NotYetDeleted, so that the report of the end is repeated
 */
export async function deleteAtVapi(parts: VapiParts, id: string): Promise<void> {
  const answer = await askVapi(parts, () => parts.client.calls.delete({ id }), { anyway: true })
  if (answer.ok || answer.fault.status === 404) return
  parts.log.warn({ vapiCall: id, fault: answer.fault.message }, 'call data not deleted at Vapi yet')
  throw new NotYetDeleted(answer.fault.message)
}
