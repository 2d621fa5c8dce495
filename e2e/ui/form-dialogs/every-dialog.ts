import { accountDialogs } from './account-dialogs.ts'
import { brokerDialogs } from './broker-dialogs.ts'
import { campaignDialogs } from './campaign-dialogs.ts'
import { deskDialogs } from './desk-dialogs.ts'
import type { FormDialog } from './form-dialog.ts'
import { integrationDialogs } from './integration-dialogs.ts'
import { watchDialogs } from './watch-dialogs.ts'

/** Every form that opens over a screen, by its file: for tests that check the same of all. */
export const dialogs: Record<string, FormDialog> = {
  ...campaignDialogs,
  ...brokerDialogs,
  ...deskDialogs,
  ...watchDialogs,
  ...accountDialogs,
  ...integrationDialogs,
}
