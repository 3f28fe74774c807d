/** Creates an audit stream: its address is checked, and its secrets are sealed. */
import { randomUUID } from 'node:crypto'
import type { AuditStreamDestination, AuditStreamSecret, AuditStreamSettings } from '@kept/domain/audit-stream.ts'
import { badInput } from '@kept/domain/errors.ts'
import { readAuditHeadSeq } from '@kept/store/audit/read.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addAuditStream, type StoredAuditStream } from '@kept/store/security/audit-streams.ts'
import { actingOf } from '../../platform/acting.ts'
import type { Config } from '../../platform/config.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { checkOutboundAddress, checkOutboundHost } from '../../platform/outbound.ts'
import { newSigningSecret } from '../../platform/sign-webhook.ts'
import { checkStorageEndpoint } from '../../platform/storage-endpoint.ts'
import { sealStreamSecret } from './stream-secret.ts'

interface NewStream {
  name: string
  destination: AuditStreamDestination
  start: 'next' | 'first'
}

export async function createStream(
  context: SignedInContext,
  { name, destination, start }: NewStream,
): Promise<{ stream: StoredAuditStream; signing_secret: string | null }> {
  const { services, scope } = context
  const { settings, host, secret } = splitDestination(destination, services.config)
  const { auditContext, actor } = actingOf(context)
  const id = randomUUID()
  const sealed = sealStreamSecret(services.secrets, scope.organizationId, id, secret)
  const stream = await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const delivered_seq = start === 'next' ? await readAuditHeadSeq(tx) : 0
    const fields = { id, name, settings, host, secret: sealed, created_by: actor.name, delivered_seq }
    const added = await addAuditStream(tx, fields, auditContext.at)
    await recordAudit(tx, {
      ...auditContext,
      action: 'audit_stream.created',
      target: id,
      summary: `The audit stream "${name}" was created, with ${host} as its destination.`,
      after: { name, settings, host, start },
    })
    return added
  })
  return { stream, signing_secret: secret.signing ?? null }
}

interface SplitDestination {
  settings: AuditStreamSettings
  host: string
  secret: AuditStreamSecret
}

/** Public settings, the host to show, and what is sealed. */
function splitDestination(destination: AuditStreamDestination, config: Config): SplitDestination {
  switch (destination.kind) {
    case 'syslog':
      checkOutboundHost(destination.host, config.privateNetworks)
      return { settings: destination, host: `${destination.host}:${destination.port}`, secret: {} }
    case 'webhook': {
      const { url } = destination
      checkOutboundAddress(url, config.privateNetworks)
      if (new URL(url).protocol !== 'https:' && config.privateNetworks.length === 0)
        throw badInput('The address must start with https://. Audit events name people and their addresses.')
      return { settings: { kind: 'webhook' }, host: new URL(url).host, secret: { url, signing: newSigningSecret() } }
    }
    case 's3': {
      const { secret_access_key, ...settings } = destination
      checkStorageEndpoint(settings.endpoint ?? undefined, config)
      return { settings, host: `s3://${settings.bucket}/${settings.prefix}`, secret: { secret_access_key } }
    }
  }
}
