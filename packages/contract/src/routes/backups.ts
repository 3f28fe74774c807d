import { backupManifestSchema } from '@kept/domain/backup.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Backups'

const { id, kept_version, taken_at, finished_at, bytes, added_bytes } = backupManifestSchema.shape

const backupSchema = z.object({
  ...{ id, kept_version, taken_at, finished_at, bytes, added_bytes },
  /** Whether the keys are in it, encrypted. */
  has_keys: z.boolean(),
})

export const backupStateSchema = z.object({
  /** Where backups are written. */
  folder: z.string(),
  /** True when a backup is made every night. */
  nightly: z.boolean(),
  /** Newest first. */
  backups: z.array(backupSchema),
  running: z.object({ started_at: z.iso.datetime(), done: z.int(), all: z.int() }).nullable(),
  /** The last backup that failed since the last one that did not. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof backupStateSchema>

export const backups = {
  list: route({
    method: 'GET',
    path: '/v1/admin/backups',
    summary: 'List backups',
    description: 'With the one that is being made, and the last failure.',
    tag,
    needs: 'operator:read',
    input: z.object({}),
    output: answer(backupStateSchema),
  }),
  create: route({
    method: 'POST',
    path: '/v1/admin/backups',
    summary: 'Create a backup',
    description: 'Starts one in the background. Follow it with "List backups".',
    tag,
    needs: 'operator:write',
    input: z.object({}),
    output: answer(backupStateSchema),
  }),
}
