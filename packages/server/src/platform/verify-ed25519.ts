import { createPublicKey, verify } from 'node:crypto'

/** True when `signature` (base64) of the text was made by this key (SubjectPublicKeyInfo, base64). */
export function verifyEd25519(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    // An invalid key verifies nothing.
    return false
  }
}
