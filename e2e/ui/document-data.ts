import { signIn } from '../client.ts'

/** A broker with an account of the portal, and what they upload there. */
export interface PortalBroker {
  id: number
  name: string
  /** Uploads a PDF under the name of a type. @returns the document's id */
  upload(typeName: string, options?: { pages?: number; filename?: string }): Promise<number>
}

let made = 0

/** Registers a broker as the portal does, and opens the mail that completes it. */
export async function makePortalBroker(url: string, name: string): Promise<PortalBroker> {
  made += 1
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`
  const password = 'portal-Broker-2026'
  await post(`${url}/api/broker/register`, {
    ...{ email, password, name, company: `${name} Finance`, region: 'NSW' },
    ...{
      phone: `(02) 5550 04${String(made).padStart(2, '0')}`,
      asicNumber: `88${String(made).padStart(4, '0')}`,
    },
  })
  const admin = await signIn(url)
  const [mail] = await admin.get<{ body: string }[]>(`/api/messages?q=${encodeURIComponent(email)}`)
  const token = /[?&#]token=([^\s&]+)/.exec(mail?.body ?? '')?.[1]
  if (!token) throw new Error(`no link in the mail to ${email}: ${mail?.body}`)
  await post(`${url}/api/broker/verify`, { token: decodeURIComponent(token) })
  const session = await post<{ token: string; broker: { id: number } }>(`${url}/api/broker/login`, {
    email,
    password,
  })
  return {
    id: session.broker.id,
    name,
    async upload(typeName, { pages = 1, filename = 'document.pdf' } = {}) {
      const types = await admin.get<{ id: number; name: string }[]>('/api/broker/document-types')
      const type = types.find((each) => each.name === typeName)
      if (!type) throw new Error(`no document type ${typeName}`)
      const form = new FormData()
      form.set('documentTypeId', String(type.id))
      form.set('document', new Blob([pdfOf(pages)], { type: 'application/pdf' }), filename)
      const response = await fetch(`${url}/api/broker/documents/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}` },
        body: form,
      })
      if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { id: number }).id // the contract says so
    },
  }
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T // the caller names the contract's shape
}

/** A PDF of so many pages, each with its number and some lines. */
function pdfOf(pages: number): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${numbers.map((page) => `${page * 2 + 2} 0 R`).join(' ')}]/Count ${pages}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...numbers.flatMap((page) => {
      const lines = Array.from({ length: 12 }, (_, line) => `0 -28 Td (Line ${line + 1} of page ${page}) Tj`)
      const text = `BT /F1 30 Tf 72 740 Td (Page ${page}) Tj /F1 14 Tf ${lines.join(' ')} ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${page * 2 + 3} 0 R>>`,
        `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.lastIndexOf('xref\n0 ')}\n%%EOF\n`
  return new TextEncoder().encode(file)
}
