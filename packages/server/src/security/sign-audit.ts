/** Signs what leaves the audit log: checkpoints and the beginning of an export. */
import {
  type AuditCheckpoint,
  type AuditExport,
  auditCheckpointSchema,
  auditExportSchema,
  signedAuditText,
} from '@kept/domain/audit.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'

export function signCheckpoint(checkpoint: Omit<AuditCheckpoint, 'signature'>, signer: Signer): AuditCheckpoint {
  return auditCheckpointSchema.parse({ ...checkpoint, signature: signatureOf(checkpoint, signer) })
}

export function signExport(head: Omit<AuditExport, 'signature'>, signer: Signer): AuditExport {
  return auditExportSchema.parse({ ...head, signature: signatureOf(head, signer) })
}

function signatureOf(unsigned: Parameters<typeof signedAuditText>[0], { publicKey, sign }: Signer) {
  return { algorithm: 'Ed25519', public_key: publicKey, value: sign(signedAuditText(unsigned)) } as const
}
