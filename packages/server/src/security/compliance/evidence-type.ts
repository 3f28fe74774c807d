/** The type of a file by its content. Names and declared types are not trusted. */
import type { EvidenceType } from '@kept/domain/compliance.ts'

const signatures: readonly [EvidenceType, readonly number[]][] = [
  ['application/pdf', [...'%PDF-'].map((character) => character.charCodeAt(0))],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** Undefined for everything else: programs, archives, documents with macros, and what a browser would run. */
export function evidenceTypeOf(content: Buffer): EvidenceType | undefined {
  const signature = signatures.find(([, bytes]) => bytes.every((byte, index) => content[index] === byte))
  if (signature) return signature[0]
  return isPlainText(content) ? 'text/plain' : undefined
}

/** Valid UTF-8 without control characters, that is neither markup nor a script. */
function isPlainText(content: Buffer): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return false
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what plain text has not.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) && !/^\s*(?:<|#!)/.test(text)
}
