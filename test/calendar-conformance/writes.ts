import { expect, it } from 'vitest'
import { at, type Harness, MEETING, stepsOf } from './harness.ts'

/** Writing meetings, also against the hands of the person. */
export function writeCases(harness: Harness): void {
  const { read, timesOf, put, putAgain, entryOf, kindOf } = stepsOf(harness)

  // Covers: connected-services-1
  it('writes a meeting once, and recognises it', async () => {
    const link = harness().link()
    const first = await put(link)
    for (const again of [await putAgain(link), await putAgain(link, { title: 'Meeting with Priya Sharma' })])
      expect(again?.id ?? first.id).toBe(first.id)
    expect(harness().present()).toMatchObject([{ from: MEETING.start, to: MEETING.end }])
    expect(entryOf(await read(link))).toMatchObject({
      id: first.id,
      spans: [{ from: MEETING.start, to: MEETING.end }],
    })
  })

  it('writes the next version of a meeting, and only over the version that it knows', async () => {
    const link = harness().link()
    const first = await put(link)
    const start = at('2026-12-04T22:00:00Z')
    const next = await put(link, { start, end: at('2026-12-04T23:00:00Z') }, first)
    expect(next.etag).not.toBe(first.etag)
    expect(harness().present()).toMatchObject([{ from: start }])
    expect(await kindOf(put(link, {}, first))).toBe('changed')
    harness().hands.move(next.id, { from: at('2026-12-05T01:00:00Z'), to: at('2026-12-05T02:00:00Z') })
    expect(await kindOf(put(link, {}, next))).toBe('changed')
    const entry = entryOf(await read(link))
    expect(timesOf([entry])).toEqual([['2026-12-05T01:00:00.000Z', '2026-12-05T02:00:00.000Z']])
    await put(link, {}, entry)
    expect(harness().present()).toMatchObject([{ from: MEETING.start }])
  })

  it('recognises a meeting that the person moved, edited or marked as free, and no copy of it', async () => {
    const link = harness().link()
    const { id } = await put(link)
    const whole = await read(link)
    harness().hands.copy(id, { from: at('2026-12-20T01:00:00Z'), to: at('2026-12-20T02:00:00Z') })
    harness().hands.edit(id, { title: 'Coffee' })
    harness().hands.move(id, { from: at('2026-12-06T01:00:00Z'), to: at('2026-12-06T02:00:00Z') })
    const later = await read(link, whole.cursor)
    expect(timesOf([entryOf(later)])).toEqual([['2026-12-06T01:00:00.000Z', '2026-12-06T02:00:00.000Z']])
    expect(timesOf(later.changed)).toHaveLength(2)
    harness().hands.edit(id, { shows: 'free' })
    expect(timesOf([entryOf(await read(link, later.cursor))])).toEqual(timesOf([entryOf(later)]))
  })

  it('reads a meeting as it is now, wherever the person has put it', async () => {
    const link = harness().link()
    const { id } = await put(link)
    const now = () => harness().calendars.readMeeting(link, id)
    const byUid = () => harness().calendars.findMeeting(link, MEETING.uid)
    expect(await now()).toMatchObject({ id, spans: [{ from: MEETING.start, to: MEETING.end }] })
    const far = { from: at('2029-12-06T01:00:00Z'), to: at('2029-12-06T02:00:00Z') }
    harness().hands.move(id, far)
    expect(await now()).toMatchObject({ id, spans: [far] })
    expect(await byUid()).toEqual(await now())
    harness().hands.remove(id)
    expect(await now()).toBeNull()
    expect(await byUid()).toBeNull()
    expect(await harness().calendars.readMeeting(link, `${id}0`)).toBeNull()
  })

  it('recognises a meeting of which the person made a series or whole days, and gives it its time back', async () => {
    const link = harness().link()
    const first = await put(link)
    const whole = await read(link)
    harness().hands.repeat(first.id, { everyDays: 7, count: 3 })
    const later = await read(link, whole.cursor)
    const entry = entryOf(later)
    expect(entry).toMatchObject({ id: first.id, spans: [{ from: MEETING.start }, {}, {}] })
    const now = await harness().calendars.readMeeting(link, first.id)
    expect(now?.spans).toHaveLength(3)
    await put(link, {}, { id: first.id, etag: now?.etag ?? '' })
    expect(entryOf(await read(link)).spans).toEqual([{ from: MEETING.start, to: MEETING.end }])
    harness().hands.fillDays(first.id, { from: at('2026-12-10T00:00:00Z'), to: at('2026-12-11T00:00:00Z') })
    const days = entryOf(await read(link))
    expect(days.spans[0] && +days.spans[0].to - +days.spans[0].from).toBe(86_400_000)
    await put(link, {}, days)
    expect(entryOf(await read(link)).spans).toEqual([{ from: MEETING.start, to: MEETING.end }])
  })

  it('writes a meeting again that the person deleted', async () => {
    const link = harness().link()
    for (let round = 0; round < 3; round++) {
      const entry = await put(link)
      const whole = await read(link)
      expect(entryOf(whole).id).toBe(entry.id)
      harness().hands.remove(entry.id)
      expect((await read(link, whole.cursor)).removed).toContain(entry.id)
      expect(await kindOf(put(link, {}, entry))).toBe('changed')
      expect(harness().present()).toEqual([])
    }
  })

  it('deletes a meeting, but no other version of it', async () => {
    const link = harness().link()
    const first = await put(link)
    harness().hands.edit(first.id, { title: 'Coffee' })
    expect(await kindOf(harness().calendars.removeMeeting(link, first))).toBe('changed')
    const entry = entryOf(await read(link))
    await harness().calendars.removeMeeting(link, entry)
    expect(harness().present()).toEqual([])
    await harness().calendars.removeMeeting(link, entry)
  })

  // Covers: connected-services-1
  it.each([
    'broken_after',
    'cut',
  ] as const)('makes no second entry when the answer is lost: %s', async (fault) => {
    const link = harness().link()
    await read(link)
    harness().setFault(fault)
    expect(await kindOf(put(link))).toBe('unreachable')
    harness().setFault(null)
    await putAgain(link)
    expect(harness().present()).toHaveLength(1)
    expect(entryOf(await read(link)).spans).toEqual([{ from: MEETING.start, to: MEETING.end }])
  })

  it('uses its own link of a meeting, or one that was given', async () => {
    const link = harness().link()
    const own = await put(link, { videoLink: 'https://video.example/mia' })
    expect(own.videoLink).toBeNull()
    const made = await put(link, { uid: 'booking-8@brokerline.example' })
    if (made.videoLink !== null) expect(made.videoLink).toMatch(/^https:/)
    const next = await put(
      link,
      { uid: 'booking-8@brokerline.example', start: at('2026-12-03T21:00:00Z') },
      made,
    )
    expect(next.videoLink).toBe(made.videoLink)
  })
}
