import type { Twilio } from 'twilio'
import type { VendorParts } from '../live/parts.ts'
import type { TwilioConfig } from './config.ts'

export type TwilioParts = VendorParts<TwilioConfig, Twilio>
