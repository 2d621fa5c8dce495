/** Splits a calendar file (ICS) into its components, line by line, so that a bad line harms only its own component. */

/** Why a file cannot be used; the message is shown to people. */
export class NotACalendar extends Error {
  override name = 'NotACalendar'
}

export interface IcsLine {
  /** In upper case. */
  name: string
  /** Names in upper case; values without quotes. */
  params: ReadonlyMap<string, string>
  value: string
}

export interface IcsComponent {
  /** VEVENT, VFREEBUSY or VTIMEZONE. */
  kind: string
  lines: readonly IcsLine[]
  /** As written, unfolded, with its BEGIN and END. */
  text: string
}

export interface IcsFile {
  /** Lines of the calendars themselves, such as X-WR-TIMEZONE. */
  head: readonly IcsLine[]
  components: readonly IcsComponent[]
}

const KINDS = new Set(['VEVENT', 'VFREEBUSY', 'VTIMEZONE'])
const NO_CALENDAR = 'The file is not a calendar (ICS).'

/** @throws NotACalendar */
export function readIcs(file: string): IcsFile {
  const text = file.replace(/^[\s\ufeff\0]+/, '')
  if (/^<(?:!doctype|html|head|\?xml)/i.test(text)) {
    throw new NotACalendar(
      `${NO_CALENDAR} The address answers with a web page, perhaps to sign in. Copy the calendar’s secret or public address in ICS (iCal) format.`,
    )
  }
  if (!/^begin:vcalendar\s*$/im.test(text.slice(0, 10_000))) throw new NotACalendar(NO_CALENDAR)
  const reader = createReader()
  for (const line of unfold(text)) reader.add(line)
  return reader.end()
}

/** Any line ends; a line that begins with a blank continues the one before. Blank lines are left out. */
function* unfold(text: string): Generator<string> {
  let current: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^[ \t]/.test(line) && current.length > 0) current.push(line.slice(1))
    else {
      if (current.length > 0) yield current.join('')
      current = line.trim() === '' ? [] : [line]
    }
  }
  if (current.length > 0) yield current.join('')
}

function createReader() {
  const head: IcsLine[] = []
  const components: IcsComponent[] = []
  const open: string[] = []
  let current: { kind: string; depth: number; lines: IcsLine[]; text: string[] } | null = null

  function begin(name: string, line: string): void {
    open.push(name)
    if (!current && KINDS.has(name)) current = { kind: name, depth: open.length, lines: [], text: [line] }
  }

  function end(name: string, line: string): void {
    const at = open.lastIndexOf(name)
    if (at < 0) return
    // components left open inside of this one end with it
    open.length = at
    if (current && current.depth > open.length) {
      if (name === current.kind) {
        const { kind, lines, text } = current
        components.push({ kind, lines, text: [...text, line].join('\r\n') })
      }
      current = null
    }
  }

  return {
    add(line: string): void {
      const [, word = '', name = ''] = /^(begin|end)\s*:\s*([\w-]+)\s*$/i.exec(line) ?? []
      if (current && word === '') current.text.push(line)
      else if (current && word.toLowerCase() === 'begin') current.text.push(line)
      const read = word === '' ? lineOf(line) : null
      if (word.toLowerCase() === 'begin') begin(name.toUpperCase(), line)
      if (word.toLowerCase() === 'end') {
        if (current && open.length > current.depth) current.text.push(line)
        end(name.toUpperCase(), line)
      }
      if (!read) return
      // lines of an alarm or of a zone's parts do not belong to the component around them
      if (current && open.length === current.depth) current.lines.push(read)
      else if (!current && open.length === 1) head.push(read)
    },
    end(): IcsFile {
      // entries after the break are lost, so this file must not replace the last complete one
      if (open.length > 0)
        throw new NotACalendar('The file is not a calendar (ICS) to its end: it is cut off.')
      return { head, components }
    },
  }
}

/** `NAME;PARAM=value;PARAM="quoted":value`; null for anything else. */
function lineOf(line: string): IcsLine | null {
  const name = /^[\w-]+/.exec(line)?.[0]
  if (!name) return null
  const params = new Map<string, string>()
  let at = name.length
  while (line[at] === ';') {
    const param = /^;\s*([\w-]+)\s*=\s*((?:"[^"]*"|[^;:",]|,)*)/.exec(line.slice(at))
    if (!param) return null
    params.set(String(param[1]).toUpperCase(), String(param[2]).replaceAll('"', '').trim())
    at += param[0].length
  }
  if (line[at] !== ':') return null
  const value = line.slice(at + 1).trim()
  // a zone's name with a colon and without quotes
  const split = params.has('TZID') ? /^(.+):(\d{8}(?:T\d{4,6}Z?)?(?:,[\dTZ]+)*)$/i.exec(value) : null
  if (split) {
    params.set('TZID', `${params.get('TZID')}:${split[1]}`)
    return { name: name.toUpperCase(), params, value: split[2] ?? '' }
  }
  return { name: name.toUpperCase(), params, value }
}
