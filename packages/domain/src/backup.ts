/**
 * The manifest of a backup: which objects hold which rows, and what must come out of them again. Objects are named by
 * the SHA-256 of their content, so backups of one folder share what did not change.
 */
import * as z from 'zod'
import { sha256Schema } from './action.ts'
import { currencySchema, decimalSchema } from './money.ts'

const objectSchema = z.strictObject({
  object: sha256Schema,
  /** Before compression. */
  bytes: z.int().min(0),
})
export type BackupObject = z.infer<typeof objectSchema>

const databaseTableSchema = objectSchema.extend({
  name: z.string().min(1),
  /** In the order of the copied rows; generated columns are left out. */
  columns: z.array(z.string().min(1)).min(1),
  rows: z.int().min(0),
})
export type BackupDatabaseTable = z.infer<typeof databaseTableSchema>

const warehousePartSchema = objectSchema.extend({
  organization_id: z.uuid(),
  /** The load, or the engine's own partition for tables without loads. */
  part: z.string(),
  rows: z.int().min(0),
})
export type BackupWarehousePart = z.infer<typeof warehousePartSchema>

const warehouseTableSchema = z.strictObject({
  name: z.string().min(1),
  split: z.enum(['load', 'partition']),
  columns: z.array(z.string().min(1)).min(1),
  parts: z.array(warehousePartSchema),
})
export type BackupWarehouseTable = z.infer<typeof warehouseTableSchema>

const chainHeadSchema = z.strictObject({ organization_id: z.uuid(), seq: z.int().min(0), hash: sha256Schema })

/** What a restored Kept must say as well: row counts, sums of the bills, heads of the ledgers and of the audit logs. */
const proofSchema = z.strictObject({
  organizations: z.int().min(0),
  loads: z.int().min(0),
  /** Billed cost of all current loads, by organization and currency; exact. */
  billed: z.array(
    z.strictObject({ organization_id: z.uuid(), currency: currencySchema, amount: decimalSchema, lines: z.int() }),
  ),
  ledger_heads: z.array(chainHeadSchema),
  /** Of the audit logs; the oldest backups do not have them. */
  audit_heads: z.array(chainHeadSchema).default([]),
})
export type BackupProof = z.infer<typeof proofSchema>

export const backupManifestSchema = z.strictObject({
  format: z.literal('kept.backup'),
  version: z.literal(1),
  /** "2026-11-23T02-00-00Z": sorts by time, and names the manifest's file. */
  id: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/, 'must be the name of a backup, such as "2026-11-23T02-00-00Z"'),
  kept_version: z.string().min(1),
  /** The state that the backup holds is the one of this moment. */
  taken_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  database: z.strictObject({
    migrations: z.array(z.string().min(1)),
    tables: z.array(databaseTableSchema),
    sequences: z.array(z.strictObject({ name: z.string().min(1), last_value: z.string(), is_called: z.boolean() })),
  }),
  warehouse: z.strictObject({ migrations: z.array(z.string().min(1)), tables: z.array(warehouseTableSchema) }),
  /** Files of the data folder, by their path in it. `sealed`: encrypted with the backup's passphrase. */
  files: z.array(objectSchema.extend({ path: z.string().min(1), sealed: z.boolean() })),
  proof: proofSchema,
  /** Bytes of all objects before compression, and what this backup added to the folder. */
  bytes: z.int().min(0),
  added_bytes: z.int().min(0),
})
export type BackupManifest = z.infer<typeof backupManifestSchema>
