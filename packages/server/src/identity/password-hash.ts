/**
 * argon2id from Node's own crypto, on its thread pool. The parameters are OWASP's floor (19 MiB, two passes, one lane);
 * they stand in every hash, so that they can grow and older hashes still verify.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

export const presentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32
const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** In the PHC form other programs read too. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await run(password, nonce, presentCost)
  const { memory, passes, parallelism } = presentCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', hash = ''] = written.exec(stored) ?? []
  if (hash === '') throw new Error('a stored password hash is of no known form')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const wanted = Buffer.from(hash, 'base64')
  const given = await run(password, Buffer.from(nonce, 'base64'), cost)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The same letters typed on different keyboards are the same password. */
function run(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: hashBytes, ...cost })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
