// Dashboards as people leave them open: each signed in by itself.
import { chromium } from '@playwright/test'
import { demoAdmin } from '#test/product/client.ts'
import { chromiumPath } from '../../tools/chromium.ts'

export interface Dashboards {
  close(): Promise<void>
}

export async function openDashboards(url: string, count: number): Promise<Dashboards> {
  if (count === 0) return { close: async () => undefined }
  const { path, args } = await chromiumPath()
  const browser = await chromium.launch({ executablePath: path, args })
  for (let opened = 0; opened < count; opened++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: url })
    const page = await context.newPage()
    await context.request.post('/api/login', { data: demoAdmin, headers: { origin: url } })
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  return { close: () => browser.close() }
}
