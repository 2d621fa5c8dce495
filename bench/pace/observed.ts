import type { Page } from '@playwright/test'

/** Activity of a page's main thread and its layout since the last reading. */
export interface Observed {
  /** Tasks over 50 ms, each with its duration in ms. */
  tasks: number[]
  /** Cumulative layout shift, except after a click or a key. */
  shift: number
  /** The element that moved most, as the start of its markup, with its share of the shift. */
  moved: string
}

/** To be called before the page loads. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    const observed = globalThis as { tasks?: number[]; shifts?: [number, string][] }
    observed.tasks = []
    observed.shifts = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) observed.tasks?.push(duration)
    }).observe({ type: 'longtask' })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        const node = entry.sources[0]?.node
        const element = node instanceof Element ? node : node?.parentElement
        observed.shifts?.push([entry.value, element?.outerHTML.slice(0, 90) ?? 'something that is gone'])
      }
    }).observe({ type: 'layout-shift' })
  })
}

export async function seen(page: Page): Promise<Observed> {
  const { tasks, shifts } = await page.evaluate(() => {
    const observed = globalThis as { tasks?: number[]; shifts?: [number, string][] }
    return { tasks: observed.tasks?.splice(0) ?? [], shifts: observed.shifts?.splice(0) ?? [] }
  })
  const [most] = shifts.toSorted(([a], [b]) => b - a)
  return {
    tasks,
    shift: shifts.reduce((sum, [value]) => sum + value, 0),
    moved: most ? `${most[0].toFixed(3)} ${most[1]}` : '',
  }
}
