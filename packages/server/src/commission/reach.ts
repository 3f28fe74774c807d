/** Whose commission an operator sees: those of this Kept, and somebody in the demo the demo's alone. */
import { KeptError } from '@kept/domain/errors.ts'
import { type Customer, listCustomers, type Reach } from '@kept/store/commission/across-customers.ts'
import type { SignedInContext } from '../platform/context.ts'

export function reachOf({ me }: Pick<SignedInContext, 'me'>): Reach {
  return { demo: me.organization.demo }
}

export async function customerOf(context: Pick<SignedInContext, 'me' | 'services'>, id: string): Promise<Customer> {
  const customers = await listCustomers(context.services.state.database, reachOf(context))
  const found = customers.find((customer) => customer.id === id)
  if (!found) throw new KeptError('not_found', 'There is no such customer.')
  return found
}
