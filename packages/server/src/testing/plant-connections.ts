/** For tests: a connection of every kind, and everything else that holds a secret of an organization, each with a secret of its own. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { oracleAccess } from '@kept/connectors/oci/live/testing/small-oracle.ts'
import type { NewConnection } from '@kept/domain/connection.ts'
import { type CloudKind, type ConnectionKind, connectionKinds, isCloudKind } from '@kept/domain/connection-kind.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { connectionPlace } from '../connections/public/open-storage.ts'
import { readSealedAccess, replaceAccess } from '../sync/sealed-access.ts'
import type { TestKept } from '../testing.ts'
import type { TestUser } from './sign-in.ts'

export type SecretTable = 'cloud_connection' | 'cloud_account' | 'alert_channel' | 'audit_stream'

export interface PlantedSecret {
  table: SecretTable
  kind: string
  id: string
  /** May be read by anyone in the organization. */
  name: string
  /** The part of the secret that is nowhere else. */
  canary: string
}

interface Planting {
  kept: Pick<TestKept, 'world' | 'server' | 'url'>
  scope: Scope
  admin: TestUser
  /** Where everything is read and sent. */
  endpoint: string
}

export async function plantConnections(planting: Planting): Promise<PlantedSecret[]> {
  const planted: PlantedSecret[] = []
  for (const kind of connectionKinds) planted.push(await plantConnection(planting, kind))
  for (const provider of ['aws', 'azure', 'gcp', 'kubernetes'] as const)
    planted.push(await plantAccount(planting, provider))
  return [...planted, await plantChannel(planting), await plantStream(planting)]
}

/** Letters and digits only: as it is in JSON, in an address and in a PEM file. */
export function createCanary(): string {
  return `canary${randomBytes(15).toString('hex')}`
}

async function plantConnection(
  { kept, scope, admin, endpoint }: Planting,
  kind: ConnectionKind,
): Promise<PlantedSecret> {
  const name = `${kind} ${randomUUID()}`
  const { canary, fields } = storageFields(kind)
  const { data } = await admin.client.connections.create({ kind, name, endpoint, ...fields } as NewConnection)
  const planted = { table: 'cloud_connection', kind, id: data.id, name } as const
  const { world, server } = kept
  // Only the test reads it.
  await world.database.scoped(scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  if (!isCloudKind(kind)) return { ...planted, canary }
  // Sealed as the route seals it, which first proves them at a cloud.
  const entered = cloudAccess(kind)
  const access = replaceAccess(await readSealedAccess(server.services, scope, data.id), entered.access)
  const credentials = server.services.secrets.seal(connectionPlace(scope, data.id), JSON.stringify(access))
  await world.database.scoped(scope, (tx) =>
    tx.updateTable('cloud_connection').set({ credentials }).where('id', '=', data.id).execute(),
  )
  return { ...planted, canary: entered.canary }
}

function storageFields(kind: ConnectionKind): { canary: string; fields: object } {
  const canary = createCanary()
  switch (kind) {
    case 's3':
      return { canary, fields: { region: 'eu-west-1', access_key_id: 'AKIAKEPT', secret_access_key: canary } }
    case 'gcs':
      return { canary, fields: { access_id: 'GOOGKEPT', secret: canary } }
    case 'azure_blob':
      return { canary, fields: { account: 'keptexports', account_key: canary } }
    default:
      return { canary, fields: {} }
  }
}

/** Credentials as a person enters them. */
export function cloudAccess(kind: CloudKind): { canary: string; access: object } {
  const canary = createCanary()
  switch (kind) {
    case 'aws':
      return {
        canary,
        access: {
          access_key_id: 'AKIAKEPT',
          secret_access_key: canary,
          role_arn: 'arn:aws:iam::100000000000:role/KeptRead',
        },
      }
    case 'azure': {
      const tenant_id = '11111111-2222-3333-4444-555555555555'
      return { canary, access: { tenant_id, client_id: tenant_id, client_secret: canary } }
    }
    case 'gcp': {
      const { pem, part } = privateKey()
      const client_email = 'kept@shop-production.iam.gserviceaccount.com'
      const key = { type: 'service_account', client_email, private_key: pem, project_id: 'shop-production' }
      return { canary: part, access: { service_account_key: JSON.stringify(key) } }
    }
    case 'oci': {
      const { pem, part } = privateKey()
      return { canary: part, access: { ...oracleAccess, private_key: pem } }
    }
    case 'kubernetes':
      return { canary, access: { server: 'https://cluster.example.com:6443', token: canary } }
  }
}

/** A key, and a line of it. */
function privateKey(): { pem: string; part: string } {
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { pem, part: pem.split('\n')[9] ?? '' }
}

async function plantAccount(
  { admin, endpoint }: Planting,
  provider: 'aws' | 'azure' | 'gcp' | 'kubernetes',
): Promise<PlantedSecret> {
  const canary = createCanary()
  const name = `${provider} ${randomUUID()}`
  const { pem, part } = privateKey()
  const credentials: Record<string, string> = {
    aws: { access_key_id: 'AKIAKEPT', secret_access_key: canary, endpoint },
    azure: { tenant_id: 'tenant', client_id: 'client', client_secret: canary, endpoint },
    gcp: { client_email: 'kept@shop.iam.gserviceaccount.com', private_key: pem, endpoint },
    kubernetes: { server: endpoint, token: canary },
  }[provider]
  const { data } = await admin.client.remediation.addAccount({ provider, name, account: '', credentials })
  return { table: 'cloud_account', kind: provider, id: data.id, name, canary: provider === 'gcp' ? part : canary }
}

async function plantChannel({ admin, endpoint }: Planting): Promise<PlantedSecret> {
  const name = `webhook ${randomUUID()}`
  const canary = createCanary()
  const { data } = await admin.client.alerts.addChannel({
    name,
    schedule: { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true },
    typed: { kind: 'webhook', url: `${endpoint}/${canary}` },
  })
  return { table: 'alert_channel', kind: 'webhook', id: data.id, name, canary }
}

async function plantStream({ admin, endpoint, scope }: Planting): Promise<PlantedSecret> {
  const name = `bucket ${randomUUID()}`
  const canary = createCanary()
  const { data } = await admin.client.auditStreams.create({
    organization: scope.organizationId,
    name,
    destination: {
      kind: 's3',
      ...{ region: 'eu-west-1', bucket: 'kept-audit', prefix: '', endpoint },
      ...{ access_key_id: 'AKIAKEPT', secret_access_key: canary },
    },
  })
  return { table: 'audit_stream', kind: 's3', id: data.id, name, canary }
}
