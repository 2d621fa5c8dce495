/** Texts about phone numbers that the server and the forms share. */
export const PHONE_REQUIRED = 'Phone number is required'
export const PHONE_INVALID = 'Enter a valid phone number'
export const SIMULATOR_REFUSES =
  'The simulator calls only fictitious numbers such as 0491 570 156. Set up Twilio or Vapi to call real phones.'
export const NO_PHONE_NUMBERS =
  'No phone numbers configured. Please add a phone number in Settings before making calls.'

/** Why a provider of telephone calls refused, one sentence each with the remedy. Both vendors use them. */
export const NUMBER_UNVERIFIED =
  'This number is not verified. Verify it in the telephony provider console before calling it from a trial account.'
export const TRIAL_LIMIT =
  'Your trial account does not allow this. Upgrade the account with the telephony provider, or call a verified number.'
export const NUMBER_PATTERN =
  'Invalid phone number format. Please use international format (e.g., +61 491 570 156).'
export const NUMBER_UNREACHABLE =
  'The telephony provider cannot reach this number. Check that it is right and in service.'
export const GEO_FORBIDDEN =
  "Calls to this country are switched off in the account. Enable Australia under geographic permissions in the telephony provider's console."
export const CREDENTIALS_WRONG =
  "The telephony provider does not accept our key. Check the account and its key in the server's settings."
export const ACCOUNT_SUSPENDED =
  "The account with the telephony provider is suspended or closed. Reactivate it in the provider's console."
export const CREDIT_USED_UP =
  "The credit with the telephony provider is used up. Top it up in the provider's console."
export const FROM_UNKNOWN =
  'The number we call from does not belong to the account or cannot do this. Settings, Phone Numbers lists those that can; choose one of them to call from.'
export const CALLBACK_REFUSED =
  'The telephony provider does not accept the address of our callbacks. Check PUBLIC_URL: it must be reachable from the internet.'
export const PROVIDER_BUSY = 'The telephony provider is busy. We will try again later.'
export const PROVIDER_UNREACHABLE =
  "The telephony provider cannot be reached. Check the server's internet connection and the address that is set for it."
export const PROVIDER_UNCLEAR =
  'The telephony provider’s answer was unclear. We check what happened before we try again.'
