/** One of the customers that the operator sees. */
import { KeptError } from '@kept/domain/errors.ts'
import { type Customer, listCustomers } from '@kept/store/commission/across-customers.ts'
import type { OperatorContext } from '../platform/context.ts'

export async function customerOf(
  { services, reach }: Pick<OperatorContext, 'services' | 'reach'>,
  id: string,
): Promise<Customer> {
  const customers = await listCustomers(services.state.database, reach)
  const match = customers.find((customer) => customer.id === id)
  if (!match) throw new KeptError('not_found', 'Customer not found.')
  return match
}
