/** Buckets, and how long logs are kept. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { definePort, gcpItem, readData } from '../define-port.ts'
import { bucketAccess } from '../public-access.ts'
import { list, number, text } from './values.ts'

export const storagePort = definePort({
  dataset: 'storage',
  unlocks: 'Buckets with their class and lifecycle, and how long logs are kept',
  lists: [
    {
      type: 'storage.googleapis.com/Bucket',
      reason: 'Lists buckets with their lifecycle. Their content cannot be read with it.',
      details: [bucketAccess],
      toItems(resource, location, _session, details = {}) {
        const { storageClass, lifecycle, versioning, logging } = readData(resource, {
          storageClass: text,
          lifecycle: z.object({ rule: list.nullish() }),
          versioning: z.object({ enabled: z.boolean().nullish() }),
          logging: z.object({ logBucket: text.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Bucket',
            service: 'Cloud Storage',
            attributes: attributes({
              ...details,
              storage_class: storageClass,
              lifecycle_rules: lifecycle?.rule?.length ?? 0,
              versioning: versioning?.enabled === true,
              access_logging: Boolean(logging?.logBucket),
              // Google encrypts every bucket.
              encrypted: true,
              public: details.public,
            }),
          }),
        ]
      },
    },
    {
      type: 'logging.googleapis.com/LogBucket',
      reason: 'Lists log buckets with their retention.',
      toItems(resource, location) {
        const {
          retentionDays: days,
          lifecycleState,
          cmekSettings,
        } = readData(resource, {
          retentionDays: number,
          lifecycleState: text,
          cmekSettings: z.object({ kmsKeyName: text.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Log group',
            service: 'Cloud Logging',
            state: (lifecycleState ?? '').toLowerCase(),
            attributes: attributes({ retention_days: days, encrypted: Boolean(cmekSettings?.kmsKeyName) }),
          }),
        ]
      },
    },
  ],
})
