/** Cloud SQL and Memorystore. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { definePort, gcpItem, readData } from '../define-port.ts'
import { number, text } from './values.ts'

const backups = z.object({
  enabled: z.boolean().nullish(),
  backupRetentionSettings: z.object({ retainedBackups: number.nullish(), retentionUnit: text.nullish() }).nullish(),
})

/** Cloud SQL makes one backup a day, and retains so many of them. */
function retentionDays(configuration: z.output<typeof backups> | null | undefined): number | undefined {
  if (!configuration) return undefined
  if (configuration.enabled !== true) return 0
  const { retainedBackups, retentionUnit } = configuration.backupRetentionSettings ?? {}
  return retentionUnit === undefined || retentionUnit === 'COUNT' ? (retainedBackups ?? undefined) : undefined
}

export const databasesPort = definePort({
  dataset: 'databases',
  unlocks: 'Unused and oversized databases',
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
            edition: text.nullish(),
            activationPolicy: text.nullish(),
            dataDiskSizeGb: number.nullish(),
            availabilityType: text.nullish(),
            deletionProtectionEnabled: z.boolean().nullish(),
            ipConfiguration: z.object({ ipv4Enabled: z.boolean().nullish() }).nullish(),
            backupConfiguration: backups.nullish(),
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
              edition: settings?.edition?.toLowerCase(),
              size_gb: settings?.dataDiskSizeGb,
              high_availability: settings?.availabilityType?.toLowerCase(),
              multi_az: settings?.availabilityType ? settings.availabilityType === 'REGIONAL' : undefined,
              public: settings?.ipConfiguration?.ipv4Enabled,
              deletion_protection: settings ? (settings.deletionProtectionEnabled ?? false) : undefined,
              backup_retention_days: retentionDays(settings?.backupConfiguration),
              // Google encrypts every database, and installs minor versions in its maintenance window.
              encrypted: true,
              auto_minor_version_upgrade: true,
            }),
          }),
        ]
      },
    },
  ],
})

export const cachesPort = definePort({
  dataset: 'caches',
  unlocks: 'Unused caches, and those that accept unencrypted connections',
  lists: [
    {
      type: 'redis.googleapis.com/Instance',
      reason: 'Lists Memorystore instances, to find unused ones.',
      toItems(resource, location) {
        const { state, memorySizeGb, tier, transitEncryptionMode } = readData(resource, {
          state: text,
          memorySizeGb: number,
          tier: text,
          transitEncryptionMode: text,
        })
        return [
          gcpItem(resource, location, {
            type: 'Cache',
            service: 'Memorystore',
            size: memorySizeGb ? `${memorySizeGb} GB` : '',
            state: (state ?? '').toLowerCase(),
            attributes: attributes({
              tier,
              transit_encrypted: transitEncryptionMode ? transitEncryptionMode !== 'DISABLED' : undefined,
            }),
          }),
        ]
      },
    },
  ],
})
