import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { FormDialog } from '../ui/form-dialogs/form-dialog.ts'

/** Folder of the pictures and their measurements. */
export const FOLDER = join(import.meta.dirname, '../../test-results/screens')

export const variants = [
  { name: 'desk-light', size: { width: 1280, height: 800 }, scheme: 'light' },
  { name: 'desk-dark', size: { width: 1280, height: 800 }, scheme: 'dark' },
  { name: 'phone-light', size: { width: 390, height: 844 }, scheme: 'light' },
  { name: 'phone-dark', size: { width: 390, height: 844 }, scheme: 'dark' },
] as const

export type State = 'data' | 'empty' | 'failed'

/** The measurements of one screen. */
export interface Facts {
  name: string
  state: State
  /** Cumulative layout shift while it loaded, at 1280 px. */
  shift: number
  /** Variants in which the page is wider than the screen, and by how many pixels. */
  sideways: Record<string, number>
}

/** Maximum height of a picture in screens. */
const SCREENS = 2
const STILL_MS = 400

/** To be called before the page loads. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as { shift?: number }
    counted.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) counted.shift = (counted.shift ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until no request is pending and the page's height is stable. */
export async function untilStill(page: Page): Promise<void> {
  // an earlier wait may have ended with the same content, before the window had its present size
  await page.evaluate(() => Object.assign(globalThis, { lookOf: undefined }))
  await page.waitForFunction(
    (still) => {
      const state = globalThis as { lookOf?: string; since?: number }
      const busy = document.querySelectorAll('.skeleton, [aria-busy="true"]').length
      const pictures = [...document.images].every(({ complete }) => complete)
      const look = `${busy} ${pictures} ${document.body.innerText.length} ${document.body.scrollHeight}`
      if (look !== state.lookOf || busy > 0 || !pictures || document.body.innerText.trim() === '') {
        state.lookOf = look
        state.since = performance.now()
      }
      return performance.now() - (state.since ?? 0) > still
    },
    STILL_MS,
    { timeout: 30_000, polling: 50 },
  )
}

/** Allows Chromium's error about the screenshot script in a preview whose frame blocks scripts. */
export function allowTool(allowError: (pattern: RegExp) => void): void {
  allowError(/Blocked script execution in 'about:srcdoc'/)
}

/** Opens a dialog and takes its pictures. */
export async function shootDialog(page: Page, name: string, dialog: FormDialog): Promise<void> {
  const { path, open, title, prepare } = dialog
  await prepare?.(page)
  await page.goto(typeof path === 'string' ? path : await path(page))
  await open(page)
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
  await shoot(page, `dialog ${name.replace('Dialog', '')}`, 'data', { screens: 1 })
}

/**
 * Takes the pictures of the page, in every variant.
 * @param options.screens maximum height in screens; 1: only the visible part, as of a dialog
 */
export async function shoot(
  page: Page,
  name: string,
  state: State,
  { screens = SCREENS }: { screens?: number } = {},
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  // a picture is taller than the screen: content below it must be rendered too
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  await untilStill(page)
  const shift = await page.evaluate(() => (globalThis as { shift?: number }).shift ?? 0)
  const sideways: Facts['sideways'] = {}
  for (const { name: variant, size, scheme } of variants) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await untilStill(page)
    const [width, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    if ((width ?? 0) > size.width) sideways[variant] = (width ?? 0) - size.width
    // a window as tall as the picture: content that is rendered only in view, or sticks to the window's edge, is shown
    // as users see it
    const tall = Math.min(height ?? 0, size.height * screens)
    await page.setViewportSize({ width: size.width, height: Math.max(tall, size.height) })
    await untilStill(page)
    await page.screenshot({ path: join(FOLDER, `${fileOf(name, state)}--${variant}.png`) })
  }
  const facts: Facts = { name, state, shift, sideways }
  appendFileSync(join(FOLDER, 'facts.jsonl'), `${JSON.stringify(facts)}\n`)
}

export const fileOf = (name: string, state: State): string =>
  `${name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}--${state}`
