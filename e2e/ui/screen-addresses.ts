import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The path of a record, with the first record of the demo world. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.includes(':id')) return path
  const [first] = await (await page.request.get(`/api${path.slice(0, path.indexOf('/:id'))}?limit=1`)).json()
  return path.replace(':id', String(first.id))
}

/** Shows a screen of the console with its data. An empty page loads the console; in any other one its router changes the screen. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const address = await addressOf(page, path)
  if (page.url() === 'about:blank') await page.goto(address)
  else await changeScreen(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

async function changeScreen(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    // every screen is a component of its own, so that none keeps the heading of another
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '')
    const { idx = 0 } = history.state ?? {}
    history.pushState({ idx: idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}
