import type { VapiClient } from '@vapi-ai/server-sdk'
import type { VapiConfig } from '#server/config/telephony.ts'
import type { VendorParts } from '../live/parts.ts'

export type VapiParts = VendorParts<VapiConfig, VapiClient>
