import type { OpenVendor, SharedParts } from '../live/definition.ts'
import { createVapiClient } from './client.ts'
import type { VapiConfig } from './config.ts'
import type { VapiParts } from './parts.ts'
import { createVapiVendor } from './vendor.ts'
import { createVapiVoice } from './voice/voice.ts'

export async function openVapi(config: VapiConfig, shared: SharedParts): Promise<OpenVendor> {
  const parts: VapiParts = {
    ...shared,
    config: {
      ...config,
      get phoneNumberId() {
        return shared.chosenNumber()?.id ?? config.phoneNumberId
      },
    },
    client: await createVapiClient(config),
  }
  return {
    voice: createVapiVoice(parts),
    vendor: createVapiVendor(parts, shared.twilioAccount),
    canCall: () => parts.config.phoneNumberId !== null,
    sms: null,
  }
}
