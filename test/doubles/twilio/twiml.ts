// Parses the subset of TwiML that we send: elements, attributes, texts.

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Of it and all that is in it. */
  text: string
}

const TOKEN =
  /<\?[^>]*\?>|<!--.*?-->|<(?<close>\/)?(?<name>\w+)(?<attributes>[^>]*?)(?<empty>\/)?>|(?<text>[^<]+)/gs
const ATTRIBUTE = /([\w:]+)="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @returns the verbs of the response @throws for invalid TwiML */
export function readTwiml(xml: string): Element[] {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const { groups = {} } of xml.matchAll(TOKEN)) {
    const { close, name, attributes = '', empty, text } = groups
    if (text !== undefined) for (const element of open) element.text += decoded(text)
    if (!name) continue
    if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing: ${xml}`)
      continue
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' }
    open.at(-1)?.children.push(element)
    if (!empty) open.push(element)
  }
  const [response, ...others] = root.children
  if (open.length !== 1 || response?.name !== 'Response' || others.length > 0)
    throw new Error(`no TwiML: ${xml}`)
  return response.children
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )
}

const decoded = (text: string): string =>
  text.replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const hex = name[1] === 'x' || name[1] === 'X'
    return String.fromCodePoint(Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10))
  })
