import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { stream } from '#server/pdf/assemble-pdf.ts'
import { pageWith } from '#test/hostile-files/pdf.ts'
import { createRenderThread, RenderBusy, type RenderThread, type ThreadOptions } from './page-renderer.ts'
import { pictureSize } from './picture-size.ts'
import { encodePng } from './png.ts'

const MEGABYTE = 1024 * 1024

/** Width, height and the red, green and blue of a point. */
function readPng(png: Buffer) {
  const [width, height, colour] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  const channels = colour === 0 ? 1 : 3
  const data = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const row = width * channels
  const pixels = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    const up = data[y * (row + 1)] === 2
    for (let x = 0; x < row; x++) {
      const above = up && y > 0 ? (pixels[(y - 1) * row + x] ?? 0) : 0
      pixels[y * row + x] = (data[y * (row + 1) + 1 + x] ?? 0) + above
    }
  }
  const at = (x: number, y: number) =>
    [0, 1, 2].map((channel) => pixels[y * row + x * channels + (channels === 1 ? 0 : channel)])
  return { width, height, colour, at, dark: pixels.filter((value) => value < 128).length }
}

let thread: RenderThread | undefined
afterEach(() => thread?.close())

const start = (options: Partial<ThreadOptions> = {}): RenderThread => {
  thread = createRenderThread({ idleMs: 5000, maxMemory: 256 * MEGABYTE, ...options })
  return thread
}
let keys = 0
const asked = (
  bytes: Buffer,
  more: { page?: number; width?: number; timeoutMs?: number; key?: string } = {},
) => ({
  key: `${++keys}`,
  load: async () => Uint8Array.from(bytes).buffer,
  page: 1,
  width: 320,
  timeoutMs: 15_000,
  patienceMs: 30_000,
  ...more,
})

describe('the picture of a page', () => {
  // Covers: come-looks-12
  it('shows what is on the page, in its colours', async () => {
    const bytes = pageWith({ contents: stream('1 0 0 rg 0 421 595 421 re f') })
    const drawn = await start().render(asked(bytes, { width: 100 }))
    if (!drawn.ok) throw new Error(drawn.fault)
    const picture = readPng(drawn.png)
    expect([drawn.pages, picture.width, picture.height]).toEqual([1, 100, 142])
    expect(picture.at(50, 20)).toEqual([255, 0, 0])
    expect(picture.at(50, 120)).toEqual([255, 255, 255])
  })

  it('of text alone is grey', async () => {
    const drawn = await start().render(asked(pageWith(), { width: 600 }))
    expect(drawn.ok && readPng(drawn.png)).toMatchObject({ colour: 0, width: 600 })
  })

  // Covers: come-looks-12
  it('shows the fields of a form as they were filled in', async () => {
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (x) /Rect [0 0 595 421] /AP << /N 7 0 R >> /P 3 0 R >>'
    const bytes = pageWith({
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      page: '/Annots [6 0 R]',
      contents: stream(''),
      more: [field, stream('0 0 1 rg 0 0 595 421 re f', '/Type /XObject /Subtype /Form /BBox [0 0 595 421]')],
    })
    const drawn = await start().render(asked(bytes, { width: 100 }))
    const picture = drawn.ok ? readPng(drawn.png) : null
    expect([picture?.at(50, 20), picture?.at(50, 120)]).toEqual([
      [255, 255, 255],
      [0, 0, 255],
    ])
    const form = readFileSync(new URL('../../../test/pdfs/libreoffice-form.pdf', import.meta.url))
    const second = await start().render(asked(form, { width: 600, page: 2 }))
    expect(second.ok && readPng(second.png).dark).toBeGreaterThan(200)
  })

  it('of the document that is open needs its bytes only once', async () => {
    let loaded = 0
    const request = {
      ...asked(pageWith()),
      key: 'same',
      load: async () => {
        loaded += 1
        return Uint8Array.from(pageWith()).buffer
      },
    }
    const { render } = start()
    const answers = await Promise.all([render(request), render({ ...request, width: 50 }), render(request)])
    expect([loaded, answers.every(({ ok }) => ok)]).toEqual([1, true])
    expect(await render(asked(pageWith()))).toMatchObject({ ok: true })
    await render(request)
    expect(loaded).toBe(2)
  })

  it('that the document does not have is a fault of the page alone', async () => {
    const { render } = start()
    expect(await render(asked(pageWith(), { page: 2 }))).toEqual({ ok: false, fault: 'damaged' })
    expect(await render(asked(pageWith()))).toMatchObject({ ok: true })
  })
})

describe('what a document does to the one who draws it', () => {
  const slow = (): Buffer => {
    const forms = Array.from({ length: 30 }, (_, index) =>
      stream(
        index === 29 ? '0 0 1 1 re f' : '/F Do /F Do',
        `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${index + 7} 0 R >> >>`,
      ),
    )
    return pageWith({ contents: stream('/F Do'), resources: '/XObject << /F 6 0 R >>', more: forms })
  }

  // Covers: come-looks-8
  it('ends with the time that it has, and the next one is drawn', async () => {
    // the time is over long before the memory is
    const { render } = start({ maxMemory: 2048 * MEGABYTE })
    const began = performance.now()
    expect(await render(asked(slow(), { timeoutMs: 300 }))).toEqual({ ok: false, fault: 'too_slow' })
    expect(performance.now() - began).toBeLessThan(8000)
    expect(await render(asked(pageWith()))).toMatchObject({ ok: true })
  })

  // Covers: come-looks-8
  it('ends with the memory that it has, and the next one is drawn', async () => {
    const { render } = start({ maxMemory: 40 * MEGABYTE })
    expect(await render(asked(Buffer.alloc(60 * MEGABYTE)))).toEqual({ ok: false, fault: 'too_large' })
    expect(await render(asked(pageWith()))).toMatchObject({ ok: true })
  })

  it('is told apart from what is no document', async () => {
    expect(await start().render(asked(Buffer.from('nothing')))).toEqual({ ok: false, fault: 'damaged' })
  })

  // Covers: come-looks-8
  it('keeps nobody waiting for longer than they would', async () => {
    const { render } = start()
    const first = render(asked(slow(), { timeoutMs: 1500 }))
    await expect(render({ ...asked(pageWith()), patienceMs: 100 })).rejects.toThrow(RenderBusy)
    await first
  })

  it('leaves it ready where the bytes cannot be had', async () => {
    const { render } = start()
    const lost = { ...asked(pageWith()), load: async () => Promise.reject(new Error('store is down')) }
    await expect(render(lost)).rejects.toThrow('store is down')
    expect(await render({ ...lost, load: asked(pageWith()).load })).toMatchObject({ ok: true })
  })

  it('is over when it is closed', async () => {
    const { render, close } = start()
    const under = render(asked(slow()))
    const waiting = render(asked(pageWith()))
    await close()
    await expect(under).rejects.toThrow('The server is stopping')
    await expect(waiting).rejects.toThrow('The server is stopping')
  })
})

describe('the size of a picture', () => {
  // Covers: come-looks-8
  it.each([
    [
      { width: 595, height: 842 },
      { width: 1200, height: 1698 },
    ],
    // 200 inches
    [
      { width: 14_400, height: 14_400 },
      { width: 1200, height: 1200 },
    ],
    [
      { width: 595, height: 84_200 },
      { width: 57, height: 8000 },
    ],
    [
      { width: 84_200, height: 595 },
      { width: 1200, height: 8 },
    ],
    [
      { width: 3e38, height: 1 },
      { width: 1200, height: 1 },
    ],
    [
      { width: 1, height: 3e38 },
      { width: 1, height: 8000 },
    ],
    [
      { width: 0, height: Number.NaN },
      { width: 1200, height: 1200 },
    ],
    [
      { width: -5, height: Number.POSITIVE_INFINITY },
      { width: 1200, height: 1200 },
    ],
  ])('of %j points is %j', (page, size) => {
    expect(pictureSize(page, 1200)).toEqual(size)
  })
})

it('a PNG holds the very points', () => {
  const rgbx = Uint8Array.from([10, 20, 30, 0, 250, 240, 230, 0, 10, 21, 30, 0, 255, 255, 255, 0])
  const { at } = readPng(encodePng({ width: 2, height: 2, rgbx }))
  expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]).toEqual([
    [10, 20, 30],
    [250, 240, 230],
    [10, 21, 30],
    [255, 255, 255],
  ])
})
