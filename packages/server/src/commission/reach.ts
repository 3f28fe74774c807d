/** The customers an operator sees: all of this installation, or only the demo's inside the demo. */
import { KeptError } from '@kept/domain/errors.ts'
import { type Customer, listCustomers, type Reach } from '@kept/store/commission/across-customers.ts'
import type { SignedInContext } from '../platform/context.ts'

export function reachOf({ me }: Pick<SignedInContext, 'me'>): Reach {
  return { demo: me.organization.demo }
}

export async function customerOf(context: Pick<SignedInContext, 'me' | 'services'>, id: string): Promise<Customer> {
  const customers = await listCustomers(context.services.state.database, reachOf(context))
  const match = customers.find((customer) => customer.id === id)
  if (!match) throw new KeptError('not_found', 'Customer not found.')
  return match
}
