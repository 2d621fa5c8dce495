import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Header and body as received, dots unstuffed. */
  raw: string
}

/** The moment in a dialogue: a command, or one of the moments without a command. */
export type SmtpMoment = 'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END' | 'QUIT'
/** A reply in place of the usual one; `drop` breaks the connection, `silence` sends no reply. */
export type SmtpAnswer = string | 'drop' | 'silence' | undefined

export interface SmtpServer {
  url: string
  /** Accepted mails, in order; refused ones are left out. */
  mails: ReceivedMail[]
  /** Every line of every client, contents left out. */
  commands: string[]
  /** Set to change how it answers; `line` is the command, or the content at END. */
  answer: (moment: SmtpMoment, line: string) => SmtpAnswer | Promise<SmtpAnswer>
  close(): Promise<void>
}

const usual: Record<SmtpMoment, string> = {
  CONNECT: '220 loopback.example ESMTP',
  EHLO: '250-loopback.example\r\n250-SIZE 1000000\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 End with a dot',
  END: '250 2.0.0 Ok: queued as 4F1A',
  QUIT: '221 2.0.0 Bye',
}

/** A mail server on the loopback address that stores its mails and can be made to misbehave. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    serve(socket, smtp)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo // a TCP listener, as requested above
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    commands: [],
    answer: () => undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (listener.listening) await new Promise((resolve) => listener.close(resolve))
    },
  }
  return smtp
}

function serve(socket: Socket, smtp: SmtpServer): void {
  let input = ''
  let mail: ReceivedMail = { from: '', to: [], raw: '' }
  let inContent = false
  let work = Promise.resolve()

  async function say(moment: SmtpMoment, line: string): Promise<boolean> {
    const answer = (await smtp.answer(moment, line)) ?? usual[moment]
    if (answer === 'drop') socket.destroy()
    else if (answer !== 'silence' && !socket.destroyed) socket.write(`${answer}\r\n`)
    return /^[23]/.test(answer)
  }

  async function take(line: string): Promise<void> {
    smtp.commands.push(line)
    const word = line.split(' ')[0]?.toUpperCase()
    if (word === 'EHLO' || word === 'HELO') await say('EHLO', line)
    else if (word === 'AUTH') await say('AUTH', line)
    else if (word === 'MAIL') {
      mail = { from: /<([^>]*)>/.exec(line)?.[1] ?? '', to: [], raw: '' }
      await say('MAIL', line)
    } else if (word === 'RCPT') {
      if (await say('RCPT', line)) mail.to.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
    } else if (word === 'DATA') inContent = await say('DATA', line)
    else if (word === 'QUIT') {
      await say('QUIT', line)
      socket.end()
    } else socket.write('500 5.5.1 What?\r\n')
  }

  async function takeContent(content: string): Promise<void> {
    const raw = content.replaceAll('\r\n..', '\r\n.')
    if (await say('END', raw)) smtp.mails.push({ ...mail, raw })
  }

  async function read(chunk: string): Promise<void> {
    input += chunk
    for (;;) {
      const mark = inContent ? '\r\n.\r\n' : '\r\n'
      const end = input.indexOf(mark)
      if (end < 0) return
      const part = input.slice(0, end)
      input = input.slice(end + mark.length)
      if (inContent) {
        inContent = false
        await takeContent(part)
      } else await take(part)
    }
  }

  work = work.then(async () => void (await say('CONNECT', '')))
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    work = work.then(() => read(chunk))
  })
}
