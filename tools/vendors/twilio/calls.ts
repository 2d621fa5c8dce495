// The calls of the loopback Twilio.

import type { Route } from '../double.ts'
import type { TwilioState } from './state.ts'

export interface CallsPart {
  routes: Route[]
}

export function callRoutes(_state: TwilioState): CallsPart {
  return { routes: [] }
}
