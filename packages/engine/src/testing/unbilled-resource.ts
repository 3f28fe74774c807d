/** For tests: a resource of an inventory, by default a volume of AWS without a type. */
import type { UnbilledResource } from '@kept/domain/facts.ts'

export function unbilledResource(change: Partial<UnbilledResource>): UnbilledResource {
  return {
    provider: 'AWS',
    resource_id: 'vol-1',
    name: '',
    type: 'Volume',
    size: '',
    state: 'available',
    service: 'Amazon Elastic Compute Cloud',
    region: 'eu-west-1',
    billing_account_id: '',
    sub_account_id: '1',
    sub_account_name: '',
    tags: {},
    attributes: {},
    created_on: '2026-01-01',
    ...change,
  }
}
