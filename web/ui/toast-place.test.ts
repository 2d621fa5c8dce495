import { describe, expect, it } from 'vitest'
import { type Box, boxOf, placeOf } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
})
const room = { free: box(0, 56, 1280, 716), width: 384, height: 96 }

describe('the place of a toast', () => {
  // Covers: console-toasts-9
  it('is the right-hand corner where nothing there can be pressed', () => {
    expect(placeOf(room, [])).toBe('bottom-right')
    expect(placeOf(room, [box(20, 100, 200, 32)])).toBe('bottom-right')
    // next to it and not one pixel over it
    expect(placeOf(room, [box(700, 700, 196, 32)])).toBe('bottom-right')
  })

  // Covers: console-toasts-9
  it('leaves the footer of a panel at the right free, and then a pager at the left', () => {
    const footer = box(1100, 740, 150, 32)
    const pager = box(20, 740, 120, 32)
    expect(placeOf(room, [footer])).toBe('bottom-left')
    expect(placeOf(room, [footer, pager])).toBe('bottom')
    expect(placeOf(room, [footer, pager, box(600, 740, 100, 32)])).toBe('top')
  })

  // Covers: console-toasts-9
  it('covers the least where every place covers something', () => {
    const strip = (width: number, left: number) => box(left, 700, width, 20)
    const top = box(500, 60, 300, 90)
    expect(placeOf(room, [strip(300, 900), strip(40, 100), strip(200, 500), top])).toBe('bottom-left')
  })

  it('lies within the bars of the window', () => {
    expect(boxOf('top', room)).toEqual(box(448, 56, 384, 96))
    expect(boxOf('bottom-right', room)).toEqual(box(896, 676, 384, 96))
  })
})
