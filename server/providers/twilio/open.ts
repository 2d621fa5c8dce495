import type { OpenVendor, SharedParts } from '../live/definition.ts'
import { createTwilioClient } from './client.ts'
import type { TwilioConfig } from './config.ts'
import type { TwilioParts } from './parts.ts'
import { createTwilioSms } from './sms.ts'
import { createTwilioVendor } from './vendor.ts'
import { createTwilioVoice } from './voice/voice.ts'

export async function openTwilio(config: TwilioConfig, shared: SharedParts): Promise<OpenVendor> {
  const parts: TwilioParts = {
    ...shared,
    config: {
      ...config,
      get from() {
        return shared.chosenNumber()?.phoneNumber ?? config.from
      },
    },
    client: await createTwilioClient(config),
  }
  const canCall = (): boolean => parts.config.from !== null
  return {
    voice: createTwilioVoice(parts),
    vendor: createTwilioVendor(parts),
    canCall,
    sms: {
      sender: createTwilioSms(parts),
      canSend: () => canCall() || config.messagingServiceSid !== null,
    },
  }
}
