/** Northwind Demo: a retailer with a shop on AWS, its books on Azure and its models on Google. */
import type { BillingAccount, Region, SubAccount, Team } from './world.ts'

const payer: BillingAccount = { id: '410000000001', name: 'Northwind Payer', cloud: 'aws', discountPercent: 4 }
const enterprise: BillingAccount = {
  id: '8611001',
  name: 'Northwind Enterprise Agreement',
  cloud: 'azure',
  discountPercent: 6,
}
const europe: BillingAccount = { id: '8611002', name: 'Northwind Europe BV', cloud: 'azure', discountPercent: 0 }
const google: BillingAccount = {
  id: '01A2B3-NORTHW-00D3M0',
  name: 'Northwind Google',
  cloud: 'gcp',
  discountPercent: 0,
}

export const billingAccounts: BillingAccount[] = [payer, enterprise, europe, google]

const account = (
  billingAccount: BillingAccount,
  id: string,
  name: string,
  environment: SubAccount['environment'] = 'production',
  currency = 'USD',
): SubAccount => ({ billingAccount, id, name, environment, currency })

export const accounts = {
  shop: account(payer, '410000000011', 'shop'),
  shopDev: account(payer, '410000000012', 'shop-dev', 'non-production'),
  payments: account(payer, '410000000013', 'payments'),
  data: account(payer, '410000000014', 'data-lake'),
  network: account(payer, '410000000015', 'shared-network'),
  awsSandbox: account(payer, '410000000016', 'sandbox', 'non-production'),
  labs: account(payer, '410000000017', 'labs'),
  erp: account(enterprise, '5d7c0c1e-0000-4000-8000-0000000000a1', 'erp'),
  erpTest: account(enterprise, '5d7c0c1e-0000-4000-8000-0000000000a2', 'erp-test', 'non-production'),
  reporting: account(enterprise, '5d7c0c1e-0000-4000-8000-0000000000a3', 'reporting'),
  // Billed in euros, but its marketplace subscription is in dollars.
  europe: account(europe, '5d7c0c1e-0000-4000-8000-0000000000a4', 'northwind-europe', 'production', 'EUR'),
  models: account(google, 'northwind-models', 'northwind-models'),
  research: account(google, 'northwind-research', 'northwind-research'),
  googleDev: account(google, 'northwind-models-dev', 'northwind-models-dev', 'non-production'),
} as const satisfies Record<string, SubAccount>

export const teams = {
  storefront: { name: 'storefront', costCenter: 'CC-1001' },
  payments: { name: 'payments', costCenter: 'CC-1002' },
  data: { name: 'data', costCenter: 'CC-2001' },
  models: { name: 'models', costCenter: 'CC-2002' },
  platform: { name: 'platform', costCenter: 'CC-3001' },
  finance: { name: 'finance', costCenter: 'CC-4001' },
  checkout: { name: 'checkout', costCenter: 'CC-1003' },
  catalog: { name: 'catalog', costCenter: 'CC-1004' },
  search: { name: 'search', costCenter: 'CC-1005' },
  media: { name: 'media', costCenter: 'CC-1006' },
  analytics: { name: 'analytics', costCenter: 'CC-2003' },
  research: { name: 'research', costCenter: 'CC-2004' },
} as const satisfies Record<string, Team>

export const regions = {
  virginia: { cloud: 'aws', id: 'us-east-1', name: 'US East (N. Virginia)', prefix: '' },
  frankfurt: { cloud: 'aws', id: 'eu-central-1', name: 'EU (Frankfurt)', prefix: 'EUC1-' },
  oregon: { cloud: 'aws', id: 'us-west-2', name: 'US West (Oregon)', prefix: 'USW2-' },
  eastUs: { cloud: 'azure', id: 'eastus', name: 'East US', prefix: '' },
  westEurope: { cloud: 'azure', id: 'westeurope', name: 'West Europe', prefix: '' },
  iowa: { cloud: 'gcp', id: 'us-central1', name: 'Iowa', prefix: '' },
} as const satisfies Record<string, Region>
