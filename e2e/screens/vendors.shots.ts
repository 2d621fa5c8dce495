import { dialogs } from '../ui/form-dialogs/every-dialog.ts'
import { test } from '../ui/vendors.ts'
import { shootDialog } from './shoot.ts'

for (const [name, dialog] of Object.entries(dialogs)) {
  if (!dialog.needsVendors) continue
  test(`${name}, with data`, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await shootDialog(page, name, dialog)
  })
}
