/** An organization's payment methods, as references to the rail, and the hosted pages that add them. */
import type { RailPaymentMethod, RailSetup } from '@kept/domain/billing/payment-rail.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export type PaymentMethodRow = Selectable<Schema['billing_payment_method']>

/** The default first, then the newest. */
export function listMethods(tx: ScopedTransaction): Promise<PaymentMethodRow[]> {
  return tx
    .selectFrom('billing_payment_method')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function findMethod(tx: ScopedTransaction, id: string): Promise<PaymentMethodRow | undefined> {
  return tx
    .selectFrom('billing_payment_method')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export function findDefaultMethod(tx: ScopedTransaction): Promise<PaymentMethodRow | undefined> {
  return tx
    .selectFrom('billing_payment_method')
    .selectAll()
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Of any state: a charge is repeated with the method it began with. */
export async function readMethodRef(tx: ScopedTransaction, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('billing_payment_method').select('rail_ref').where('id', '=', id).executeTakeFirst()
  return row?.rail_ref
}

/** Adds it once; the first one is the default. Returns false where it was added before. */
export async function addMethod(tx: ScopedTransaction, method: RailPaymentMethod, now: Date): Promise<boolean> {
  const { ref, kind, brand, last4, expires } = method
  const hasDefault = (await findDefaultMethod(tx)) !== undefined
  const row = await tx
    .insertInto('billing_payment_method')
    .values({
      ...{ organization_id: tx.scopedTo, rail: 'stripe', rail_ref: ref, kind, brand, last4, expires },
      ...{ is_default: !hasDefault, created_at: now },
    })
    .onConflict((conflict) => conflict.column('rail_ref').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function makeDefault(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.updateTable('billing_payment_method').set({ is_default: false }).where('is_default', '=', true).execute()
  await tx.updateTable('billing_payment_method').set({ is_default: true }).where('id', '=', id).execute()
}

export async function labelMethod(tx: ScopedTransaction, id: string, label: string): Promise<void> {
  await tx.updateTable('billing_payment_method').set({ label }).where('id', '=', id).execute()
}

/** The newest remaining method becomes the default where the default is removed. */
export async function removeMethod(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('billing_payment_method')
    .set({ removed_at: now, is_default: false })
    .where('id', '=', id)
    .execute()
  if (await findDefaultMethod(tx)) return
  const [next] = await listMethods(tx)
  if (next) await makeDefault(tx, next.id)
}

export async function markDetached(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx.updateTable('billing_payment_method').set({ detached_at: now }).where('id', '=', id).execute()
}

interface StoredCustomer {
  name: string
  email: string
  ref: string | null
}

/** What the rail is told about the organization: stored before the first call, and the same in every later one. */
export async function ensureCustomer(
  tx: ScopedTransaction,
  { name, email, now }: { name: string; email: string; now: Date },
): Promise<StoredCustomer> {
  await tx
    .insertInto('billing_rail_customer')
    .values({ organization_id: tx.scopedTo, rail: 'stripe', name, email, created_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  return tx.selectFrom('billing_rail_customer').select(['name', 'email', 'ref']).executeTakeFirstOrThrow()
}

export async function readCustomerRef(tx: ScopedTransaction): Promise<string | undefined> {
  const row = await tx.selectFrom('billing_rail_customer').select('ref').executeTakeFirst()
  return row?.ref ?? undefined
}

export async function saveCustomerRef(tx: ScopedTransaction, ref: string): Promise<void> {
  await tx.updateTable('billing_rail_customer').set({ ref }).where('ref', 'is', null).execute()
}

export async function addSetup(
  tx: ScopedTransaction,
  { ref, createdBy, now }: { ref: string; createdBy: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('billing_payment_setup')
    .values({ organization_id: tx.scopedTo, rail_ref: ref, created_by: createdBy, created_at: now })
    .onConflict((conflict) => conflict.column('rail_ref').doNothing())
    .execute()
}

export async function closeSetup(tx: ScopedTransaction, ref: string, state: RailSetup['state']): Promise<void> {
  await tx.updateTable('billing_payment_setup').set({ state }).where('rail_ref', '=', ref).execute()
}

export async function countOpenSetups(tx: ScopedTransaction): Promise<number> {
  const { total } = await tx
    .selectFrom('billing_payment_setup')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(total)
}
