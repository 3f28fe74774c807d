/** The Ed25519 key of statements and of audit log checkpoints: created at first use, sealed in the shared folder, with a public half for everyone. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { createOnce } from './create-once.ts'
import type { Secrets } from './secrets.ts'

interface SigningKey extends Signer {
  /** The public key as PEM, for `kept verify --key`. */
  pem: string
}

const sealLocation = { table: 'data_folder', row: 'statement-key', column: 'private_key' }

export function openSigningKey(sharedFolder: string, secrets: Secrets): SigningKey {
  const folder = join(sharedFolder, 'keys')
  const file = join(folder, 'statements.ed25519.sealed')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  createOnce(file, () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    return secrets.seal(sealLocation, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  })
  const sealed = readFileSync(file, 'utf8')
  // Reseals after a key rotation, atomically: without this file nothing can be signed.
  const resealed = secrets.reseal(sealLocation, sealed)
  if (resealed !== sealed) {
    const temporary = `${file}.${randomUUID()}.new`
    writeFileSync(temporary, resealed, { mode: 0o600, flush: true })
    renameSync(temporary, file)
  }
  const privateKey = createPrivateKey(secrets.open(sealLocation, resealed))
  const publicKey = createPublicKey(privateKey)
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}
