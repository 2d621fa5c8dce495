import type { DataFlow } from '#contract/system/data-flows.ts'
import type { Env } from '#server/config/env.ts'
import type { VendorConfig } from '#server/config/vendor.ts'
import type { OutgoingSms, Sender } from '../ports/messaging.ts'
import type { TwilioAccount } from '../ports/numbers.ts'
import type { Vendor } from '../ports/vendors.ts'
import type { VoiceProvider } from '../ports/voice.ts'
import type { ChosenNumber } from './calling-numbers.ts'
import type { VendorParts } from './parts.ts'

export type VendorDataFlow = Pick<DataFlow, 'service' | 'receives' | 'place'>

/** A vendor of telephone calls as its folder exports it to the registry. It loads neither SDK nor client. */
export interface VendorDefinition<Config extends VendorConfig> {
  /** Its variables that hold a secret, and may be given as the file that holds it. */
  secretVariables: readonly string[]
  /** null: not configured. @throws StartupError naming the variable that is wrong */
  readConfig(env: Env): Config | null
  /** What it receives from this installation, and where. */
  dataFlow(config: Config): VendorDataFlow
  /** Loads its code, which happens only where it is configured. */
  open(config: Config, shared: SharedParts): Promise<OpenVendor>
}

/** The parts that the registry hands to each vendor. */
export interface SharedParts extends Omit<VendorParts<never, never>, 'config' | 'client'> {
  /** The number to call from by Settings; null: none was chosen, so the variable decides. */
  chosenNumber(): ChosenNumber | null
  /** The account that numbers may be imported from; null: none is configured. */
  twilioAccount: TwilioAccount | null
}

export interface OpenVendor {
  voice: VoiceProvider
  vendor: Vendor
  /** False while it has no number to call from; one may be chosen in Settings at any time. */
  canCall(): boolean
  /** null: it sends no SMS. */
  sms: {
    sender: Sender<OutgoingSms>
    /** False while it has no number to send from. */
    canSend(): boolean
  } | null
}
