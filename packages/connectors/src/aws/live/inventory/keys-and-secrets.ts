/** Encryption keys, secrets and certificates: that they exist and rotate, never what they hold. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import type { AwsSession } from '../session.ts'
import { awsItem, dateSchema, tagListSchema } from './item.ts'
import { type Details, detailed, detailsSchema, readDetail } from './optional-read.ts'

const text = z.string()
/** What KMS charges for a request after the first 20,000 of a month, in nano-dollars: $0.03 for 10,000. */
const keyRequestNanos = 3_000

const keys = defineOperation({
  action: 'kms:ListKeys',
  reason: 'Lists encryption keys.',
  also: [
    { action: 'kms:DescribeKey', reason: 'Reads whether a key is of the customer and enabled.' },
    { action: 'kms:GetKeyRotationStatus', reason: 'Reads whether a key rotates by itself.' },
  ],
  schema: z.object({
    Keys: z.array(
      z.object({
        KeyArn: text,
        Description: text.nullish(),
        KeyState: text.nullish(),
        CreationDate: dateSchema,
        Details: detailsSchema,
      }),
    ),
    NextMarker: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-kms'))
    const client = session.client('kms', region, (config) => new sdk.KMSClient(config))
    const listed = await charged(session, 'kms:ListKeys', region, () =>
      client.send(new sdk.ListKeysCommand({ Limit: 100, Marker: token })),
    )
    const Keys = []
    for (const { KeyId, KeyArn } of detailed(session, listed.Keys)) {
      const described = await describe(session, region, KeyArn ?? '')
      if ('Details' in described) {
        Keys.push(described)
        continue
      }
      // AWS rotates its own keys. Others than symmetric ones of KMS do not rotate.
      if (described.KeyManager !== 'CUSTOMER' || described.KeySpec !== 'SYMMETRIC_DEFAULT') continue
      if (described.Origin !== 'AWS_KMS' || described.KeyState !== 'Enabled') continue
      const Details = await readDetail(session, 'rotation', async () => {
        const answer = await charged(session, 'kms:GetKeyRotationStatus', region, () =>
          client.send(new sdk.GetKeyRotationStatusCommand({ KeyId })),
        )
        return answer.KeyRotationEnabled
      })
      Keys.push({ ...described, KeyArn, Details })
    }
    return { Keys, NextMarker: listed.NextMarker }
  },
  toItems: ({ Keys }, location) =>
    Keys.map((key) =>
      awsItem(location, {
        resource_id: key.KeyArn,
        type: 'Encryption key',
        service: 'AWS Key Management Service',
        name: key.Description || key.KeyArn.replace(/^.*\//, ''),
        state: key.KeyState ?? '',
        created_at: key.CreationDate,
        attributes: attributes({ ...key.Details, rotation: key.Details?.rotation }),
      }),
    ),
  nextToken: ({ NextMarker }) => NextMarker || undefined,
})

/** A key may refuse what the policy of Kept allows: then it is listed without its rotation. */
async function describe(session: AwsSession, region: string, KeyArn: string) {
  const sdk = await session.load(() => import('@aws-sdk/client-kms'))
  const client = session.client('kms', region, (config) => new sdk.KMSClient(config))
  try {
    const { KeyMetadata } = await charged(session, 'kms:DescribeKey', region, () =>
      client.send(new sdk.DescribeKeyCommand({ KeyId: KeyArn })),
    )
    return { KeyArn, ...KeyMetadata }
  } catch (error) {
    if (!(error instanceof SyncFailure) || error.kind !== 'denied') throw error
    const Details: Details = await readDetail(session, 'rotation', () => Promise.reject(error))
    return { KeyArn, Details }
  }
}

function charged<Output>(session: AwsSession, action: string, region: string, send: () => Promise<Output>) {
  session.charge(keyRequestNanos)
  return session.call(action, region, send)
}

export const keysPort = definePort({
  dataset: 'keys',
  unlocks: 'Encryption keys that do not rotate',
  operations: [keys],
})

const secrets = defineOperation({
  action: 'secretsmanager:ListSecrets',
  reason: 'Lists secrets with when they were read and changed. Their values cannot be read with it.',
  schema: z.object({
    SecretList: z
      .array(
        z.object({
          ARN: text,
          Name: text.nullish(),
          CreatedDate: dateSchema,
          LastAccessedDate: dateSchema,
          LastRotatedDate: dateSchema,
          LastChangedDate: dateSchema,
          RotationEnabled: z.boolean().nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-secrets-manager'))
    const client = session.client('secretsmanager', region, (config) => new sdk.SecretsManagerClient(config))
    return session.call('secretsmanager:ListSecrets', region, () =>
      client.send(new sdk.ListSecretsCommand({ MaxResults: 100, NextToken: token })),
    )
  },
  toItems: ({ SecretList }, location) =>
    (SecretList ?? []).map((secret) =>
      awsItem(location, {
        resource_id: secret.ARN,
        type: 'Secret',
        service: 'AWS Secrets Manager',
        name: secret.Name ?? '',
        state: 'active',
        created_at: secret.CreatedDate,
        tags: secret.Tags,
        attributes: attributes({
          // AWS leaves it out when the secret was never read.
          last_used: secret.LastAccessedDate ?? 'never',
          last_rotated: secret.LastRotatedDate,
          // Of its value, its tags or its description: AWS does not say which.
          last_changed: secret.LastChangedDate ?? secret.CreatedDate,
          rotation: secret.RotationEnabled ?? false,
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const secretsPort = definePort({
  dataset: 'secrets',
  unlocks: 'Secrets that no one reads or changes',
  operations: [secrets],
})
