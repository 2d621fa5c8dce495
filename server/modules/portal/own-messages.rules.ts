// Decides which mails are shown to nobody but the mailbox that they went to.

/** What they carry signs in, sets a password, or tells that somebody tried. */
export const hiddenTemplates: readonly string[] = [
  'verify_email',
  'reset_password',
  'account_exists',
  'account_changed',
]

export const HIDDEN = 'For your security the text of this email is only in your mailbox.'
