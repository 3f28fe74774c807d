/** Buckets: a list of names, then requests for the settings of each. */
import type { LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { bucketSecurityReads, readBucketSecurity } from './bucket-security.ts'
import { awsItem, dateSchema, tagListSchema } from './item.ts'
import { detailed, detailsSchema, noneWhenMissing } from './optional-read.ts'

const text = z.string()

const bucketReads: readonly LivePermission[] = [
  { action: 's3:GetBucketLocation', reason: 'Reads the region of each bucket.' },
  { action: 's3:GetLifecycleConfiguration', reason: 'Reads whether old objects move to cheaper storage.' },
  { action: 's3:GetBucketTagging', reason: 'Reads the tags of each bucket.' },
  ...bucketSecurityReads,
]
/** S3 answers 404 for a bucket without a lifecycle or without tags. */
const unset = /NoSuchLifecycleConfiguration|NoSuchTagSet/

const buckets = defineOperation({
  action: 's3:ListAllMyBuckets',
  reason: 'Lists buckets.',
  also: bucketReads,
  schema: z.object({
    Buckets: z
      .array(
        z.object({
          Name: text,
          CreationDate: dateSchema,
          /** Added by `send`. */
          Region: text.optional(),
          Rules: z.number().optional(),
          TagSet: tagListSchema,
          Details: detailsSchema,
        }),
      )
      .nullish(),
    ContinuationToken: z.string().nullish(),
  }),
  async send(session, { accountId }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-s3'))
    const home = session.homeRegion
    const client = session.client('s3', home, (config) => new sdk.S3Client(config))
    const owner = { ExpectedBucketOwner: accountId }
    const answer = await session.call('s3:ListAllMyBuckets', home, () =>
      client.send(new sdk.ListBucketsCommand({ MaxBuckets: 100, ContinuationToken: token })),
    )
    const Buckets = []
    for (const bucket of detailed(session, answer.Buckets)) {
      const Bucket = bucket.Name
      const { LocationConstraint } = await session.call('s3:GetBucketLocation', home, () =>
        client.send(new sdk.GetBucketLocationCommand({ Bucket, ...owner })),
      )
      const region = regionOf(LocationConstraint, home)
      // Another region answers with a redirect, which Kept does not follow.
      const regional = session.client('s3', region, (config) => new sdk.S3Client(config))
      const lifecycle = await noneWhenMissing(unset, () =>
        session.call('s3:GetLifecycleConfiguration', region, () =>
          regional.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket, ...owner })),
        ),
      )
      const tagging = await noneWhenMissing(unset, () =>
        session.call('s3:GetBucketTagging', region, () =>
          regional.send(new sdk.GetBucketTaggingCommand({ Bucket, ...owner })),
        ),
      )
      const Details = Bucket ? await readBucketSecurity(session, { bucket: Bucket, region, accountId }) : {}
      const Rules = lifecycle?.Rules?.length ?? 0
      Buckets.push({ ...bucket, Region: region, Rules, TagSet: tagging?.TagSet, Details })
    }
    return { Buckets, ContinuationToken: answer.ContinuationToken }
  },
  toItems: ({ Buckets }, location) =>
    (Buckets ?? []).map((bucket) =>
      awsItem(
        { ...location, region: bucket.Region ?? '' },
        {
          resource_id: bucket.Name,
          type: 'Bucket',
          service: 'Amazon Simple Storage Service',
          name: bucket.Name,
          state: 'active',
          created_at: bucket.CreationDate,
          tags: bucket.TagSet,
          attributes: attributes({
            ...bucket.Details,
            lifecycle_rules: bucket.Rules,
            encrypted: bucket.Details?.encrypted,
            public: bucket.Details?.public,
            versioning: bucket.Details?.versioning,
            access_logging: bucket.Details?.access_logging,
          }),
        },
      ),
    ),
  nextToken: ({ ContinuationToken }) => ContinuationToken || undefined,
})

/** The first regions have names of their own. */
function regionOf(constraint: string | undefined, home: string): string {
  // Only the oldest region names none; those of China and GovCloud always do.
  if (!constraint) return home
  return constraint === 'EU' ? 'eu-west-1' : constraint
}

export const s3Port = definePort({
  dataset: 's3',
  scope: 'account',
  unlocks: 'Buckets without lifecycle rules, public and unlogged buckets',
  operations: [buckets],
})
