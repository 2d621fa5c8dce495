// Set-up of the tests of services: deriving a key from the same password and salt gives the same key, so that it is
// done once. A quarter of their time went into signing in the same few people.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Callback = (error: Error | null, key: Buffer) => void

const derive = crypto.scrypt
const keys = new Map<string, Promise<Buffer>>()

function remembered(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  ...rest: [ScryptOptions, Callback] | [Callback]
): void {
  const [options, callback] = rest.length === 2 ? rest : [{}, rest[0]]
  const name = JSON.stringify([password, salt, length, options])
  let key = keys.get(name)
  if (!key) {
    key = new Promise((resolve, reject) => {
      derive(password, salt, length, options, (error, made) => (error ? reject(error) : resolve(made)))
    })
    keys.set(name, key)
  }
  key.then(
    (made) => callback(null, Buffer.from(made)),
    (error: Error) => callback(error, Buffer.alloc(0)),
  )
}

// the files of a worker share their modules, but each runs the set-up
if (derive.name !== remembered.name) {
  crypto.scrypt = remembered as typeof derive
  syncBuiltinESMExports()
}
