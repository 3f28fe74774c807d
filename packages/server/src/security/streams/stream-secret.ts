/** The secrets of an audit stream, sealed to its row. */
import type { AuditStreamSecret } from '@kept/domain/audit-stream.ts'
import type { Secrets } from '../../platform/secrets.ts'

const locationOf = (organization: string, row: string) => ({
  organization,
  table: 'audit_stream',
  row,
  column: 'secret',
})

export function sealStreamSecret(
  secrets: Secrets,
  organization: string,
  id: string,
  secret: AuditStreamSecret,
): string {
  return Object.keys(secret).length === 0 ? '' : secrets.seal(locationOf(organization, id), JSON.stringify(secret))
}

export function openStreamSecret(
  secrets: Secrets,
  organization: string,
  { id, secret }: { id: string; secret: string },
): AuditStreamSecret {
  if (secret === '') return {}
  return JSON.parse(secrets.open(locationOf(organization, id), secret)) as AuditStreamSecret
}
