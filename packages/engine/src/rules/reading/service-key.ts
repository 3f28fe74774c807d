import type { ServiceDay } from '@kept/domain/facts.ts'

/** What one service is over time: the same name in one account and currency. */
export function serviceKey(row: ServiceDay): string[] {
  return [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service]
}
