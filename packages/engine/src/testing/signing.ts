/** A key made for one test. */
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { Signer } from '../savings/statement/sign-statement.ts'

export function makeSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}

export function verifyText(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}
