import type { Page } from '@playwright/test'

/** The height of the page, and where its first list row ends; null where there is no list. */
export async function firstRow(page: Page): Promise<{ height: number; row: number | null }> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    window.scrollTo(0, 0)
    const look = (): { height: number; row: number | null } => {
      const rows = [
        ...document.querySelectorAll(
          'main :is([data-row], [data-record], tbody tr:not([aria-hidden]), ul > li)',
        ),
      ]
        .filter((element) => !element.closest('nav, [role="dialog"], [role="tablist"], [role="grid"]'))
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 20)
      const first = rows.toSorted((a, b) => a.top - b.top)[0]
      return { height: document.documentElement.scrollHeight, row: first ? Math.round(first.bottom) : null }
    }
    // deferred parts are drawn once the browser has nothing else to do
    let now = look()
    for (let same = 0; same < 12; ) {
      await frame()
      await frame()
      const next = look()
      same = JSON.stringify(next) === JSON.stringify(now) ? same + 1 : 0
      now = next
    }
    return now
  })
}
