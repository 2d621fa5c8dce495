import type { Page } from '@playwright/test'
import type { Bdm } from '#contract/bookings/bdms.ts'
import { caldavDouble } from '#test/doubles/caldav-double.ts'
import { eventIcs } from '#test/worlds/calendars-world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Connected calendar', exact: true })

// Covers: connected-calendars-1, connected-calendars-2
test('A calendar is connected by its server, shows how it is doing, and is disconnected after asking', async ({
  page,
  signIn,
  allowError,
}) => {
  // a wrong password
  allowError(/400|422/)
  const server = await caldavDouble()
  try {
    const start = new Date(Date.now() + 86_400_000)
    server.put('own.ics', eventIcs('own', start, new Date(start.getTime() + 3_600_000)))
    await signIn(page, 'lender')
    const answer = await page.request.post('/api/bdms', {
      data: { name: 'Cora Dav', email: 'cora.dav@example.com' },
    })
    const { id } = (await answer.json()) as Bdm // the contract's type
    await page.goto(`/bookings?tab=bdms&manager=${id}`)
    await section(page).getByRole('button', { name: 'Connect calendar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect the calendar of Cora Dav' })
    await dialog.getByLabel('Server').fill(server.url)
    await dialog.getByLabel('User name').fill(server.user)
    await dialog.getByLabel('Password').fill('wrong')
    await dialog.getByRole('button', { name: 'Find Calendars' }).click()
    const { host } = new URL(server.url)
    await expect(dialog.getByText(`${host} does not accept the user name and password.`)).toBeVisible()
    await dialog.getByLabel('Password').fill(server.password)
    await dialog.getByRole('button', { name: 'Find Calendars' }).click()
    await expect(dialog.getByLabel('Calendar', { exact: true })).toHaveValue(server.calendarUrl)
    await expectAccessible(page, 'the dialog of a calendar')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(toastOf(page, 'Calendar connected')).toBeVisible()
    await expect(section(page).getByText('Connected', { exact: true })).toBeVisible()
    await expect(section(page)).toContainText(`Work, ${server.user}`)
    await expect(section(page)).toContainText('Just now')
    await expectAccessible(page, 'a connected calendar')
    await section(page).getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(toastOf(page, 'Calendar disconnected')).toBeVisible()
    await expect(section(page).getByRole('button', { name: 'Connect calendar' })).toBeVisible()
  } finally {
    await server.close()
  }
})
