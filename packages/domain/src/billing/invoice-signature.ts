/** The signature of an invoice document's text, by the key that signs savings statements. Attached to the PDF. */
import * as z from 'zod'

export const invoiceSignatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  /** The key's SubjectPublicKeyInfo, base64. */
  public_key: z.base64().min(1),
  /** Over the attached document, byte for byte; base64. */
  value: z.base64().min(1),
})
export type InvoiceSignature = z.infer<typeof invoiceSignatureSchema>
