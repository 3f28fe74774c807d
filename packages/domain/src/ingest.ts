/** The nouns of bringing a bill in: an import, the loads it makes, the rows it skipped, and the proof of its sums. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'

/** One cost column compared: what the file says against what the warehouse holds. */
const reconciledColumnSchema = z.object({
  column: z.string(),
  currency: currencySchema,
  in_file: decimalSchema.nullable(),
  in_warehouse: decimalSchema.nullable(),
  in_rejected_rows: decimalSchema.nullable(),
  difference: decimalSchema,
  /** Why they differ, in a sentence; empty when they do not. */
  explanation: z.string(),
})

export const reconciliationSchema = z.object({
  /** Rows read = rows kept + rows skipped, and every sum agrees or its difference is explained. */
  ok: z.boolean(),
  rows: z.object({ read: z.int(), stored: z.int(), rejected: z.int() }),
  columns: z.array(reconciledColumnSchema),
  /** Compared with the provider's own invoice figures, where the delivery has them. */
  invoices: z.array(
    z.object({
      invoice_id: z.string(),
      issuer: z.string(),
      currency: currencySchema,
      invoiced: decimalSchema,
      in_warehouse: decimalSchema,
      difference: decimalSchema,
      /** How far the sums may be apart because the invoice rounds its lines: half of its last decimal for each. */
      tolerance: decimalSchema.default('0'),
      explanation: z.string(),
    }),
  ),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>

/** A row that could not be read, kept word for word so that nothing is dropped in silence. */
export const rejectedRowSchema = z.object({
  file: z.string(),
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  /** The whole row as CSV text, in the file's own column order. */
  row: z.string(),
})
export type RejectedRow = z.infer<typeof rejectedRowSchema>

/** What a delivery is to be read from: an uploaded file, a file or folder of this machine, or an address. */
const importInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upload'), id: z.uuid(), name: z.string() }),
  z.object({ kind: z.literal('file'), path: z.string(), name: z.string() }),
  /** Read with the credentials of a connection of the same organization. */
  z.object({ kind: z.literal('connection_url'), url: z.string(), connection_id: z.uuid() }),
  /** One month of scheduled exports, with the files that its manifest names. */
  z.object({
    kind: z.literal('connection_export'),
    /** The folder of all exports. */
    url: z.string(),
    connection_id: z.uuid(),
    /** "2026-01" */
    month: z.string(),
    files: z.array(z.object({ path: z.string(), bytes: z.int() })),
    /** What is to be said of these files, as sentences. */
    notes: z.array(z.string()).optional(),
  }),
  /** Named at the command line only: read with the credentials of the environment. */
  z.object({ kind: z.literal('operator_url'), url: z.string() }),
])
export type ImportInput = z.infer<typeof importInputSchema>

/** A bill of no known kind, told by the person who brings it: FOCUS names to its own columns. Read by the connectors. */
export const columnMappingSchema = z.record(z.string(), z.unknown())
export type ColumnMapping = z.infer<typeof columnMappingSchema>

const importStatusSchema = z.enum([
  'queued',
  'running',
  /** Read and checked, but it would lose part of what is loaded: a person decides. */
  'needs_confirmation',
  'done',
  'failed',
  'undone',
  /** A person decided against it, or no one decided in time. */
  'discarded',
])
export type ImportStatus = z.infer<typeof importStatusSchema>

const importProgressSchema = z.object({
  stage: z.enum([
    'waiting',
    'recognizing',
    'reading',
    'checking',
    'rolling_up',
    'publishing',
    'recommendation',
    'done',
  ]),
  rows_read: z.int(),
  rows_per_second: z.number(),
  bytes_read: z.int(),
  bytes_total: z.int(),
  seconds_left: z.number().nullable(),
})
export type ImportProgress = z.infer<typeof importProgressSchema>

/** One thing a delivery lacks against what it would replace. */
const importLossSchema = z.object({
  kind: z.enum(['unreadable_rows', 'rows', 'days', 'currency', 'account', 'amount']),
  /** First day of the billing period; null when it is about the whole delivery. */
  billing_period: z.iso.date().nullable(),
  /** "AWS 111"; empty when it is about the whole delivery. */
  account: z.string(),
  /** One sentence: what is there now and what would remain. */
  summary: z.string(),
})
export type ImportLoss = z.infer<typeof importLossSchema>

/** One import: the files a person uploaded, or those of a bucket, loaded together. */
export const importSchema = z.object({
  id: z.uuid(),
  status: importStatusSchema,
  sources: z.array(z.object({ name: z.string(), bytes: z.int().nullable(), format: z.string().nullable() })),
  /** The sentence that says what failed and what to do; empty otherwise. */
  error: z.string(),
  notes: z.array(z.string()),
  progress: importProgressSchema,
  reconciliation: reconciliationSchema.nullable(),
  /** What this delivery lacks against the one it replaces; empty when it lacks nothing. */
  losses: z.array(importLossSchema),
  /** Until when it waits for confirmation. */
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})
export type Import = z.infer<typeof importSchema>

const loadStatusSchema = z.enum(['writing', 'current', 'superseded', 'discarded'])

/**
 * One delivery of one (organization, connection, billing period). Its rows carry its id from the first byte
 * and become visible only when Postgres marks it current; a re-delivered month takes its place in the same breath.
 */
export const loadSchema = z.object({
  id: z.string(),
  import_id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  format: z.string(),
  provider: z.string(),
  billing_account_id: z.string(),
  billing_period: z.iso.date(),
  status: loadStatusSchema,
  rows: z.int(),
  billed: z.array(z.object({ amount: decimalSchema, currency: currencySchema })),
  first_charged_on: z.iso.date(),
  last_charge_on: z.iso.date(),
  created_at: z.iso.datetime(),
  published_at: z.iso.datetime().nullable(),
})
export type Load = z.infer<typeof loadSchema>
