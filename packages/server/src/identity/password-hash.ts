/**
 * argon2id from Node's crypto, on its thread pool. The parameters are OWASP's minimum (19 MiB, two passes, one lane).
 * Every hash stores them, so they can grow while old hashes still verify.
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
const hashFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** PHC string format, which other programs can read. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await run(password, nonce, presentCost)
  const { memory, passes, parallelism } = presentCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', hash = ''] = hashFormat.exec(stored) ?? []
  if (hash === '') throw new Error('a stored password hash has an unknown format')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(hash, 'base64')
  const actual = await run(password, Buffer.from(nonce, 'base64'), cost)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Unicode normalization: the same password typed on another keyboard matches. */
function run(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: hashBytes, ...cost })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
