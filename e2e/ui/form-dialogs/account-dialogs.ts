import { type FormDialog, press, write } from './form-dialog.ts'

/** Forms about accounts and sign-in. */
export const accountDialogs: Record<string, FormDialog> = {
  InviteDialog: {
    path: '/team',
    open: press('Invite'),
    title: 'Invite to the team',
    change: write('First name'),
  },
  EditMemberDialog: {
    path: '/team',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Edit name and role' }).click()
    },
    title: /^Edit /,
    change: write('Last name'),
  },
  AddPasskey: {
    path: '/security',
    open: press('Add a passkey'),
    title: 'Add a passkey',
    change: write('Name'),
  },
  SetUpTwoFactor: {
    path: '/security',
    open: press('Turn on two-factor'),
    title: 'Turn on two-factor',
    change: write('Current Password'),
  },
  StopTwoFactor: {
    prepare: (page) =>
      page.route('**/api/auth/user', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...(await answer.json()), twoFactorEnabled: true } })
      }),
    path: '/security',
    open: press('Turn off two-factor'),
    title: 'Turn off two-factor?',
    change: write('Current Password'),
    cancel: 'Keep it on',
  },
}
