/**
 * Encryption of secrets at rest, and all signing keys. All are derived from one key: KEPT_SECRET_KEY, or the file
 * `secret.key` of the data folder, created at the first start.
 *
 * An encrypted text has its own data key, wrapped by ours, and is bound to its location: in another row, column or
 * organization it cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { createOnce } from './create-once.ts'

export interface SecretLocation {
  /** The organization's id; undefined for secrets of a user. */
  organization?: string
  table: string
  row: string
  column: string
}

export interface Secrets {
  seal(location: SecretLocation, text: string): string
  /** Throws when it belongs to another location or key, or was changed. */
  open(location: SecretLocation, sealed: string): string
  /** Wraps a value of the previous key with the current key; a value of the current key is returned unchanged. */
  reseal(location: SecretLocation, sealed: string): string
  /** A key of 32 bytes for one purpose: knowing one reveals no other. */
  keyFor(purpose: string): Buffer
}

const format = 'kept1'
const nonceBytes = 12
const tagBytes = 16

/** With a `former` key, its values can be decrypted; nothing is encrypted with it again. */
export function openSecrets(key: Buffer, previousKey?: Buffer): Secrets {
  const keyFor = (purpose: string) => purposeKey(key, purpose)
  const today = wrapperOf(key)
  const wrappers = previousKey === undefined ? [today] : [today, wrapperOf(previousKey)]
  const dataKeyOf = (location: SecretLocation, sealed: string) => {
    const [version, id, wrapped = '', body = ''] = sealed.split('.')
    const wrapper = wrappers.find((candidate) => candidate.id === id)
    if (version !== format || !wrapper) {
      throw new KeptError(
        'unavailable',
        'A stored secret was encrypted with another key. Restore the previous secret.key or KEPT_SECRET_KEY.',
      )
    }
    return {
      wrapper,
      body,
      dataKey: intact(location, () => decrypt(wrapper.key, fromBase64(wrapped), aboutOf(location))),
    }
  }
  const formatSealed = (wrappedKey: Buffer, body: string) =>
    [format, today.id, wrappedKey.toString('base64url'), body].join('.')
  return {
    keyFor,
    seal(location, text) {
      const dataKey = randomBytes(32)
      const additionalData = aboutOf(location)
      const body = encrypt(dataKey, Buffer.from(text, 'utf8'), additionalData).toString('base64url')
      return formatSealed(encrypt(today.key, dataKey, additionalData), body)
    },
    open(location, sealed) {
      const { dataKey, body } = dataKeyOf(location, sealed)
      return intact(location, () => decrypt(dataKey, fromBase64(body), aboutOf(location))).toString('utf8')
    },
    reseal(location, sealed) {
      const { wrapper, dataKey, body } = dataKeyOf(location, sealed)
      return wrapper === today ? sealed : formatSealed(encrypt(today.key, dataKey, aboutOf(location)), body)
    },
  }
}

interface Wrapper {
  /** Part of every wrapped value, to find its key. */
  id: string
  key: Buffer
}

function wrapperOf(key: Buffer): Wrapper {
  const wrapping = purposeKey(key, 'wrap data keys')
  return { id: hash('sha256', wrapping).slice(0, 8), key: wrapping }
}

function purposeKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'kept', purpose, 32))
}

function intact<Result>(location: SecretLocation, decrypted: () => Result): Result {
  try {
    return decrypted()
  } catch (cause) {
    throw new KeptError('internal', `The secret in ${location.table}.${location.column} was changed or moved.`, {
      cause,
    })
  }
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

/** With the keys of this Kept, and the previous key while it is set. */
export function secretsOf({ sharedFolder, secretKey, previousSecretKey }: Keys): Secrets {
  const previousKey = previousSecretKey === undefined ? undefined : Buffer.from(previousSecretKey, 'base64')
  return openSecrets(readSecretKey(sharedFolder, secretKey), previousKey)
}

interface Keys {
  sharedFolder: string
  secretKey: string | undefined
  previousSecretKey: string | undefined
}

/** The key of this Kept: the setting (base64, at least 32 bytes), else the folder's, created if missing. */
export function readSecretKey(folder: string, setting: string | undefined): Buffer {
  if (setting !== undefined) return Buffer.from(setting, 'base64')
  const file = join(folder, 'secret.key')
  createOnce(file, () => `${randomBytes(32).toString('base64')}\n`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length < 32)
    throw new KeptError('bad_input', `The key in ${file} is not 32 bytes in base64. Restore the previous file.`)
  return key
}

/** Unambiguous: no two locations have the same text. */
function aboutOf({ organization = '', table, row, column }: SecretLocation): Buffer {
  return Buffer.from(JSON.stringify([organization, table, row, column]), 'utf8')
}

function encrypt(key: Buffer, text: Buffer, additionalData: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(additionalData)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, additionalData: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(additionalData)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
