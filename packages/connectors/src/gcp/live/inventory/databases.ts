/** Cloud SQL and Memorystore. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { definePort, gcpItem, readData } from '../define-port.ts'
import { number, text } from './values.ts'

export const databasesPort = definePort({
  dataset: 'databases',
  unlocks: 'Unused and oversized databases and caches',
  lists: [
    {
      type: 'sqladmin.googleapis.com/Instance',
      reason: 'Lists Cloud SQL instances, to find unused ones.',
      toItems(resource, location) {
        const { state, databaseVersion, settings } = readData(resource, {
          state: text,
          databaseVersion: text,
          settings: z.object({
            tier: text.nullish(),
            activationPolicy: text.nullish(),
            dataDiskSizeGb: number.nullish(),
            availabilityType: text.nullish(),
          }),
        })
        const isStopped = settings?.activationPolicy === 'NEVER'
        return [
          gcpItem(resource, location, {
            type: 'Database',
            service: 'Cloud SQL',
            size: settings?.tier ?? '',
            state: isStopped ? 'stopped' : state === 'RUNNABLE' ? 'running' : (state ?? '').toLowerCase(),
            attributes: attributes({
              engine_version: databaseVersion,
              size_gb: settings?.dataDiskSizeGb,
              high_availability: settings?.availabilityType?.toLowerCase(),
            }),
          }),
        ]
      },
    },
    {
      type: 'redis.googleapis.com/Instance',
      reason: 'Lists Memorystore instances, to find unused ones.',
      toItems(resource, location) {
        const { state, memorySizeGb, tier } = readData(resource, { state: text, memorySizeGb: number, tier: text })
        return [
          gcpItem(resource, location, {
            type: 'Cache',
            service: 'Memorystore',
            size: memorySizeGb ? `${memorySizeGb} GB` : '',
            state: (state ?? '').toLowerCase(),
            attributes: attributes({ tier }),
          }),
        ]
      },
    },
  ],
})
