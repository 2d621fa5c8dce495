import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'

/**
 * State of the other end. `through`: it works. `refused`: nothing listens. `slammed`: connections are closed
 * immediately. `silent`: connections are accepted but never answered.
 */
export type NetworkState = 'through' | 'refused' | 'slammed' | 'silent'

/** A network between the product and one of its services, which can be made to fail. */
export interface Network {
  port: number
  /** Connection attempts since the start, except those refused by the system. */
  asked(): number
  turn(state: NetworkState): Promise<void>
  close(): Promise<void>
}

export async function openNetwork(to: NetConnectOpts): Promise<Network> {
  const sockets = new Set<Socket>()
  let state: NetworkState = 'through'
  let asked = 0
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    asked += 1
    keep(socket)
    if (state === 'slammed') socket.destroy()
    if (state !== 'through') return
    const beyond = connect(to)
    keep(beyond)
    socket.pipe(beyond).pipe(socket)
    socket.on('close', () => beyond.destroy())
    beyond.on('close', () => socket.destroy())
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo // a TCP listener, as requested above

  async function turn(next: NetworkState): Promise<void> {
    const listens = state !== 'refused'
    state = next
    if (next === 'refused' && listens) server.close()
    // while silent, open connections are kept
    if (next === 'silent') for (const socket of sockets) socket.unpipe().pause()
    else for (const socket of sockets) socket.destroy()
    if (next !== 'refused' && !listens) await listen(port)
  }

  return {
    port,
    asked: () => asked,
    turn,
    async close() {
      await turn('refused')
    },
  }
}

export interface DatabaseNetwork extends Network {
  /** The database's address over it. */
  url: string
}

export async function openDatabaseNetwork(databaseUrl: string): Promise<DatabaseNetwork> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const network = await openNetwork(to)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${network.port}`
  return { ...network, url: url.href }
}
