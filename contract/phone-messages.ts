/** Texts about phone numbers that the server and the forms share. */
export const PHONE_REQUIRED = 'Phone number is required'
export const PHONE_INVALID = 'Enter a valid phone number'
export const SIMULATOR_REFUSES =
  'The simulator calls only fictitious numbers such as 0491 570 156. Set up Twilio or Vapi to call real phones.'
export const NO_PHONE_NUMBERS =
  'No phone numbers configured. Please add a phone number in Settings before making calls.'
