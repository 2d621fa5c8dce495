// Decides which emails can be read only in the mailbox.

/** Emails with links that sign in or set a password, or about attempts to do so. */
export const hiddenTemplates: readonly string[] = [
  'verify_email',
  'reset_password',
  'account_exists',
  'staff_invited',
  'account_changed',
]

export const HIDDEN = 'For your security, this email can only be read in your mailbox.'
