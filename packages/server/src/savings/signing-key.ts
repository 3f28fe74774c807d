/** The key statements are signed with: Ed25519, made at first use, sealed in the data folder. Its public half is everybody's. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import type { Secrets } from '../platform/secrets.ts'

export interface StatementKey extends Signer {
  /** The public key as a PEM file, as `kept verify --key` reads it. */
  pem: string
}

const place = { table: 'data_folder', row: 'statement-key', column: 'private_key' }

export function openStatementKey(dataFolder: string, secrets: Secrets): StatementKey {
  const folder = join(dataFolder, 'keys')
  const file = join(folder, 'statements.ed25519.sealed')
  // The folder is held by this Kept alone: nobody makes the file between the question and the writing.
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { privateKey } = generateKeyPairSync('ed25519')
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    writeFileSync(file, secrets.seal(place, text), { mode: 0o600, flush: true })
  }
  const sealed = readFileSync(file, 'utf8')
  // After the key of this Kept was changed; whole at any moment, for without this file no statement can be signed again.
  const fresh = secrets.reseal(place, sealed)
  if (fresh !== sealed) {
    writeFileSync(`${file}.new`, fresh, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  const privateKey = createPrivateKey(secrets.open(place, fresh))
  const publicKey = createPublicKey(privateKey)
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}
