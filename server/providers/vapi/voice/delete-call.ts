import { askVapi } from '../ask-vapi.ts'
import type { VapiParts } from '../parts.ts'

/** Vapi still has what it should not keep. */
export class NotYetDeleted extends Error {}

/**
 * Has Vapi delete what it keeps of a call that has ended: recording, transcript, logs.
 * @throws NotYetDeleted, so that whoever told us of the end tells us again
 */
export async function deleteAtVapi(parts: VapiParts, id: string): Promise<void> {
  const asked = await askVapi(parts, () => parts.client.calls.delete({ id }), { anyway: true })
  if (asked.ok || asked.fault.status === 404) return
  parts.log.warn(
    { vapiCall: id, fault: asked.fault.message },
    'Vapi has yet to delete what it keeps of a call',
  )
  throw new NotYetDeleted(asked.fault.message)
}
