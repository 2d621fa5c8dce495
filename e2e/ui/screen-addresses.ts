import type { Page } from '@playwright/test'

/** The path of a record, with the first record of the demo world. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.includes(':id')) return path
  const [first] = await (await page.request.get(`/api${path.slice(0, path.indexOf('/:id'))}?limit=1`)).json()
  return path.replace(':id', String(first.id))
}
