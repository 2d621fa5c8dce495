import type { VapiClient } from '@vapi-ai/server-sdk'
import type { VendorParts } from '../live/parts.ts'
import type { VapiConfig } from './config.ts'

export type VapiParts = VendorParts<VapiConfig, VapiClient>
