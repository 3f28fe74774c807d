/**
 * The RSA keys that sign identity tokens: each a file of the shared folder, numbered and sealed, so that all processes
 * of this Kept have the same ones. A deleted file is a withdrawn key; without any, the next token makes a new one.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@kept/foundation/thrown.ts'
import * as z from 'zod'
import { createOnce } from '../platform/create-once.ts'
import type { Secrets } from '../platform/secrets.ts'
import { isRotationDue, signingKeyOf, type TimedKey, withdrawnKeys } from './key-times.ts'

/** RFC 7517: the public half. */
interface PublicKey {
  kty: 'RSA'
  kid: string
  use: 'sig'
  alg: 'RS256'
  n: string
  e: string
}

interface SigningKey extends TimedKey {
  /** PKCS #8 in PEM. */
  privateKey: string
  publicKey: PublicKey
}

export interface KeyDeps {
  sharedFolder: string
  secrets: Pick<Secrets, 'seal' | 'open' | 'reseal'>
  now(): Date
}

const sealedSchema = z.object({ created_at: z.iso.datetime(), private_key: z.string() })
const publicSchema = z.object({ n: z.string(), e: z.string() })
const fileName = /^federation-(\d{6})\.rsa\.sealed$/

/** The key that signs now; made when there is none. */
export function signingKey(deps: KeyDeps): SigningKey {
  const key = signingKeyOf(listKeys(deps), deps.now().getTime())
  if (key) return key
  addKey(deps, 1)
  const [first] = listKeys(deps)
  if (!first) throw new Error('The signing key was removed while it was made.')
  return first
}

/** The public halves of all keys whose tokens may be valid, and of the one that signs next. */
export function publishedKeys(deps: KeyDeps): PublicKey[] {
  signingKey(deps)
  const keys = listKeys(deps)
  const withdrawn = new Set(withdrawnKeys(keys, deps.now().getTime()))
  return keys.filter((key) => !withdrawn.has(key)).map(({ publicKey }) => publicKey)
}

/** Makes the next key when it is due, and deletes those that are withdrawn. Returns the newest; undefined without any. */
export function rotateKeys(deps: KeyDeps): SigningKey | undefined {
  const nowMs = deps.now().getTime()
  const before = listKeys(deps)
  if (isRotationDue(before, nowMs)) addKey(deps, Math.max(...before.map(({ number }) => number)) + 1)
  const keys = listKeys(deps)
  for (const { number } of withdrawnKeys(keys, nowMs)) rmSync(pathOf(deps, number), { force: true })
  return keys.at(-1)
}

/** In the order of their numbers. Seals again what is under the previous key of this Kept. */
export function listKeys(deps: KeyDeps): SigningKey[] {
  return listFiles(deps).flatMap((number) => {
    const path = pathOf(deps, number)
    const sealed = readIfThere(path)
    if (sealed === undefined) return []
    const location = locationOf(number)
    const resealed = deps.secrets.reseal(location, sealed)
    if (resealed !== sealed) replaceFile(path, resealed)
    return [openKey(deps, number, resealed)]
  })
}

/** Keys that were opened, by their sealed text: every request for the public halves reads them. */
const openedKeys = new WeakMap<KeyDeps['secrets'], Map<string, SigningKey>>()

function openKey({ secrets }: KeyDeps, number: number, sealed: string): SigningKey {
  const opened = openedKeys.get(secrets) ?? new Map<string, SigningKey>()
  openedKeys.set(secrets, opened)
  const existing = opened.get(sealed)
  if (existing?.number === number) return existing
  const { created_at, private_key } = sealedSchema.parse(JSON.parse(secrets.open(locationOf(number), sealed)))
  const createdMs = Date.parse(created_at)
  const key = { number, createdMs, privateKey: private_key, publicKey: publicHalf(private_key) }
  opened.set(sealed, key)
  return key
}

/** Of processes that do so at the same moment, the key of one is stored. */
function addKey(deps: KeyDeps, number: number): void {
  mkdirSync(folderOf(deps), { recursive: true, mode: 0o700 })
  createOnce(pathOf(deps, number), () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const content: z.input<typeof sealedSchema> = { created_at: deps.now().toISOString(), private_key: privateKey }
    return deps.secrets.seal(locationOf(number), JSON.stringify(content))
  })
}

/** From the sealed private key: a public key that someone wrote into the folder is never published. */
function publicHalf(pem: string): PublicKey {
  const { n, e } = publicSchema.parse(createPublicKey(pem).export({ format: 'jwk' }))
  // RFC 7638: the members in this order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  return { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n, e }
}

function listFiles(deps: KeyDeps): number[] {
  try {
    return readdirSync(folderOf(deps))
      .flatMap((name) => Number(fileName.exec(name)?.[1] ?? 0) || [])
      .toSorted((a, b) => a - b)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Undefined when another process has just deleted it. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function replaceFile(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}.new`
  writeFileSync(temporary, content, { mode: 0o600, flush: true })
  renameSync(temporary, path)
}

function folderOf({ sharedFolder }: Pick<KeyDeps, 'sharedFolder'>): string {
  return join(sharedFolder, 'keys')
}

function pathOf(deps: Pick<KeyDeps, 'sharedFolder'>, number: number): string {
  return join(folderOf(deps), `federation-${String(number).padStart(6, '0')}.rsa.sealed`)
}

function locationOf(number: number) {
  return { table: 'data_folder', row: `federation-key-${number}`, column: 'private_key' }
}
