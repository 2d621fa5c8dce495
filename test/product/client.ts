import { setTimeout as delay } from 'node:timers/promises'

/** Calls the API as a signed-in member of staff does. */
export interface Client {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  /** All pages of a list. */
  all<T>(path: string): Promise<T[]>
  bytes(path: string): Promise<Uint8Array>
  upload<T>(path: string, file: { name: string; text: string }): Promise<T>
}

export interface Credentials {
  email: string
  password: string
}

export const demoAdmin: Credentials = { email: 'admin@brokerline.example', password: 'demo-Admin-2026' }

/** Signs a member of staff in. */
export async function signIn(url: string, credentials: Credentials = demoAdmin): Promise<Client> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!answer.ok) throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  async function send(method: string, target: string, body?: BodyInit, type?: string): Promise<Response> {
    const headers: Record<string, string> = { cookie, ...(type && { 'content-type': type }) }
    const response = await fetch(new URL(target, url), { method, headers, body })
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`)
    return response
  }
  const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T // the caller names the contract's shape
  const write = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    json<T>(
      body === undefined ? send(method, path) : send(method, path, JSON.stringify(body), 'application/json'),
    )
  return {
    get: (path) => json(send('GET', path)),
    bytes: async (path) => new Uint8Array(await (await send('GET', path)).arrayBuffer()),
    post: (path, body) => write('POST', path, body),
    patch: (path, body) => write('PATCH', path, body),
    put: (path, body) => write('PUT', path, body),
    async all<T>(path: string) {
      const items: T[] = []
      let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=1000`
      while (next) {
        const response: Response = await send('GET', next)
        items.push(...((await response.json()) as T[])) // as above
        next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return items
    },
    upload(path, file) {
      const form = new FormData()
      form.set('file', new Blob([file.text], { type: 'text/csv' }), file.name)
      return json(send('POST', path, form))
    },
  }
}

/** Polls until the response satisfies. @throws after `seconds`, naming the condition */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  seconds: number,
): Promise<T> {
  const end = performance.now() + seconds * 1000
  while (true) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (performance.now() > end)
      throw new Error(`waited ${seconds} s in vain for ${what}: ${JSON.stringify(answer).slice(0, 500)}`)
    await delay(100)
  }
}
