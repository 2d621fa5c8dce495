import type { listRegisters } from '#contract/surveillance/registers.ts'
import type { ItemOf } from '#web/api/call.ts'

/** One register as the list has it. */
export type RegisterState = ItemOf<typeof listRegisters>
