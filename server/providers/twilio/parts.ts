import type { Twilio } from 'twilio'
import type { TwilioConfig } from '#server/config/telephony.ts'
import type { VendorParts } from '../live/parts.ts'

export type TwilioParts = VendorParts<TwilioConfig, Twilio>
