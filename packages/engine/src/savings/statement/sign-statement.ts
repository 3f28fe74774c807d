/** What is signed: the statement without its signature, as canonical JSON. */
import type { Statement, UnsignedStatement } from '@kept/domain/statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

export interface Signer {
  /** The key's SubjectPublicKeyInfo, base64. */
  readonly publicKey: string
  /** Ed25519 over the text in UTF-8, base64. */
  sign(text: string): string
}

export function signStatement(statement: UnsignedStatement, { publicKey, sign }: Signer): Statement {
  return {
    ...statement,
    signature: { algorithm: 'Ed25519', public_key: publicKey, value: sign(signedText(statement)) },
  }
}

export function signedText(statement: UnsignedStatement | Statement): string {
  return canonicalJson({ ...statement, signature: undefined })
}
