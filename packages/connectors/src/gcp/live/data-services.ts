/** Data warehouses, tables, message topics, machine images and trails, with how they are protected. */
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { definePort, gcpItem, readData } from './define-port.ts'
import { publicAccess } from './public-access.ts'

const text = z.string()

const warehousesPort = definePort({
  dataset: 'warehouses',
  unlocks: 'Data warehouses that are public',
  lists: [
    {
      type: 'bigquery.googleapis.com/Dataset',
      reason: 'Lists datasets of BigQuery. Their content cannot be read with it.',
      details: [publicAccess('bigquery.googleapis.com/Dataset')],
      toItems: (resource, location, _session, details = {}) => [
        gcpItem(resource, location, {
          type: 'Data warehouse',
          service: 'BigQuery',
          // Google encrypts every dataset.
          attributes: attributes({ ...details, public: details.public, encrypted: true }),
        }),
      ],
    },
  ],
})

const tablesPort = definePort({
  dataset: 'tables',
  unlocks: 'Tables without protection from deletion or a key of their own',
  lists: [
    {
      type: 'firestore.googleapis.com/Database',
      reason: 'Lists databases of Firestore. Their content cannot be read with it.',
      toItems(resource, location) {
        const { deleteProtectionState, cmekConfig } = readData(resource, {
          deleteProtectionState: text,
          cmekConfig: z.object({ kmsKeyName: text.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Firestore database',
            service: 'Firestore',
            attributes: attributes({
              // What is left out is off; without a key of the customer, one of Google encrypts.
              deletion_protection: deleteProtectionState === 'DELETE_PROTECTION_ENABLED',
              encrypted: Boolean(cmekConfig?.kmsKeyName),
            }),
          }),
        ]
      },
    },
  ],
})

const queuesPort = definePort({
  dataset: 'queues',
  unlocks: 'Message topics, and that they are encrypted',
  lists: [
    {
      type: 'pubsub.googleapis.com/Topic',
      reason: 'Lists topics of Pub/Sub. Messages cannot be read with it.',
      toItems: (resource, location) => [
        gcpItem(resource, location, {
          type: 'Message topic',
          service: 'Pub/Sub',
          // Google encrypts every topic.
          attributes: attributes({ encrypted: true }),
        }),
      ],
    },
  ],
})

const imagesPort = definePort({
  dataset: 'images',
  unlocks: 'Old and public machine images',
  lists: [
    {
      type: 'compute.googleapis.com/Image',
      reason: 'Lists machine images with their age.',
      details: [publicAccess('compute.googleapis.com/Image')],
      toItems(resource, location, _session, details = {}) {
        const { status } = readData(resource, { status: text })
        return [
          gcpItem(resource, location, {
            type: 'Machine image',
            service: 'Compute Engine',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ ...details, public: details.public }),
          }),
        ]
      },
    },
  ],
})

const trailsPort = definePort({
  dataset: 'trails',
  unlocks: 'Where audit logs are stored',
  lists: [
    {
      type: 'logging.googleapis.com/LogSink',
      reason: 'Lists where audit logs are stored.',
      toItems(resource, location) {
        const { disabled } = readData(resource, { disabled: z.boolean() })
        if (disabled === true) return []
        return [
          gcpItem(resource, location, {
            type: 'Trail',
            service: 'Cloud Logging',
            state: 'active',
            // A sink takes the entries of a project from all regions.
            attributes: attributes({ multi_region: true, logging: true }),
          }),
        ]
      },
    },
  ],
})

export const dataServicePorts = [warehousesPort, tablesPort, queuesPort, imagesPort, trailsPort] as const
