import { signIn } from '#test/product/client.ts'
import { makeAccount, pdfFile } from './portal-data.ts'

/** A broker with an account of the portal, and their uploads. */
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
  const admin = await signIn(url)
  const { brokerId: id, token } = await makeAccount(url, admin, name, {
    ...{ company: `${name} Finance`, region: 'NSW' },
    phone: `(02) 5550 04${String(made).padStart(2, '0')}`,
    asicNumber: `88${String(made).padStart(4, '0')}`,
  })
  return {
    ...{ id, name },
    async upload(typeName, { pages = 1, filename = 'document.pdf' } = {}) {
      const types = await admin.get<{ id: number; name: string }[]>('/api/broker/document-types')
      const type = types.find((each) => each.name === typeName)
      if (!type) throw new Error(`no document type ${typeName}`)
      const { buffer, mimeType } = pdfFile(filename, pages)
      const form = new FormData()
      form.set('documentTypeId', String(type.id))
      form.set('document', new Blob([new Uint8Array(buffer)], { type: mimeType }), filename)
      const response = await fetch(`${url}/api/broker/documents/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { id: number }).id // the contract's type
    },
  }
}
