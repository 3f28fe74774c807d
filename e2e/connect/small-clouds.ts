/** Every cloud and bucket that can be connected, as servers of this process that answer as documented, and what each accepts. */
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  type SmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import {
  answerGoogle,
  createSmallGoogle,
  serviceAccountKey,
  workloadIdentityProvider,
} from '@kept/connectors/gcp/live/testing/small-google.ts'
import {
  answerCluster,
  clusterToken,
  createSmallCluster,
} from '@kept/connectors/kubernetes/live/testing/small-cluster.ts'
import { answerOracle, createSmallOracle, oracleAccess } from '@kept/connectors/oci/live/testing/small-oracle.ts'
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { awsAudience, azureAudiences, gcpAudience } from '@kept/domain/sync/federation.ts'
import type { PublicJwk, TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import { type SmallS3, startSmallS3 } from '@kept/server/formats/testing/small-s3.ts'
import { firstAccount, startSmallAws } from '@kept/server/sync/testing/small-aws.ts'
import { serveAnswers } from '@kept/server/testing/serve-answers.ts'

/** What a person enters in each cloud, by the label of its field. */
export const accepted = {
  aws: { 'Role ARN': `arn:aws:iam::${firstAccount}:role/KeptRead` },
  awsKeys: {
    'Role ARN': `arn:aws:iam::${firstAccount}:role/KeptRead`,
    'Access key ID': 'AKIAKEPTCONNECTOR000',
    'Secret access key': 'kept-connector-secret',
  },
  azure: { 'Tenant ID': tenantId, 'Client ID': clientId },
  azureKeys: { 'Tenant ID': tenantId, 'Client ID': clientId, 'Client secret': clientSecret },
  gcp: { Provider: workloadIdentityProvider },
  gcpKeys: {
    'Key file': JSON.stringify({ ...serviceAccountKey, token_uri: 'https://oauth2.googleapis.com/token' }, null, 2),
  },
  oci: {
    Tenancy: oracleAccess.tenancy,
    User: oracleAccess.user,
    Fingerprint: oracleAccess.fingerprint,
    'Private key': oracleAccess.private_key,
    'Home region': oracleAccess.region,
  },
  kubernetes: { 'API server': 'https://cluster.example.com:6443', Token: clusterToken },
} as const

export const bucketKey = 'AKIABILLINGEXPORTS00'

export interface SmallClouds {
  endpoints: Readonly<Record<CloudKind | 's3', string>>
  azure: SmallAzure
  /** The external ID in the role that the template made. */
  setExternalId(externalId: string): void
  /** As the template or script of a connection sets it up. */
  trust(kind: 'aws' | 'azure' | 'gcp', about: Pick<TrustedIssuer, 'issuer' | 'subject'>): void
  /** What the clouds read at the public address. */
  setKeys(keys: readonly PublicJwk[]): void
  /** AWS takes so long for each answer. */
  slowAws(ms: number): void
  close(): Promise<void>
}

/** `objects` are those of the bucket, by "bucket/key". */
export async function startSmallClouds(objects: ReadonlyMap<string, Buffer>): Promise<SmallClouds> {
  const servers: { close(): unknown }[] = []
  let [externalId, keys, awsDelayMs] = ['', [] as readonly PublicJwk[], 0]
  const trusted = (audience: string): TrustedIssuer => ({
    ...{ issuer: '', subject: '', audience },
    keys: () => keys,
    nowMs: Date.now,
  })
  const trusts = { aws: trusted(awsAudience), azure: trusted(azureAudiences.public), gcp: trusted(gcpAudience) }
  const azure = createSmallAzure({
    subscriptions: [subscriptionId(1), subscriptionId(2)],
    federatedCredential: trusts.azure,
  })
  const google = createSmallGoogle({ projects: ['shop-production', 'shop-staging'], provider: trusts.gcp })
  const oracle = createSmallOracle()
  for (const cloud of [google, oracle]) Object.defineProperty(cloud, 'nowMs', { get: Date.now })
  const aws = await startSmallAws({
    accounts: 3,
    externalId: () => externalId,
    isFailing: () => false,
    delayMs: () => awsDelayMs,
    trusts: trusts.aws,
  })
  const s3: SmallS3 = await startSmallS3(objects, bucketKey)
  const endpoints = {
    aws: aws.url,
    s3: s3.url,
    azure: await serveAnswers(answerAzure(azure), servers),
    gcp: await serveAnswers(answerGoogle(google), servers),
    oci: await serveAnswers(answerOracle(oracle), servers),
    kubernetes: await serveAnswers(answerCluster(createSmallCluster()), servers),
  }
  return {
    endpoints,
    azure,
    setExternalId: (next) => {
      externalId = next
    },
    trust: (kind, { issuer, subject }) => Object.assign(trusts[kind], { issuer, subject }),
    setKeys: (next) => {
      keys = next
    },
    slowAws: (ms) => {
      awsDelayMs = ms
    },
    async close() {
      aws.close()
      for (const server of servers) server.close()
      await s3.close()
    },
  }
}
