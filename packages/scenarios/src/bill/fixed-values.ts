/** What all lines of one resource and price share. */
import { hash } from '../random.ts'
import type { Cloud } from '../world/cloud.ts'
import { type SkuName, skuOf } from '../world/prices.ts'
import type { Charge, Commitment, Region, Resource, SubAccount } from '../world/world.ts'
import { priceText } from './amount.ts'
import type { FocusValues } from './row.ts'

const sellers: Record<Cloud, { provider: string; issuer: string; accountType: string; subAccountType: string }> = {
  aws: {
    provider: 'AWS',
    issuer: 'Amazon Web Services, Inc.',
    accountType: 'Payer Account',
    subAccountType: 'Linked Account',
  },
  azure: { provider: 'Microsoft', issuer: 'Microsoft', accountType: 'Billing Account', subAccountType: 'Subscription' },
  gcp: { provider: 'Google Cloud', issuer: 'Google Cloud', accountType: 'Billing Account', subAccountType: 'Project' },
}

/** The account that is billed. */
export function accountValues(account: SubAccount, currency = account.currency): FocusValues {
  const { billingAccount } = account
  const { provider, issuer, accountType, subAccountType } = sellers[billingAccount.cloud]
  return {
    BillingAccountId: billingAccount.id,
    BillingAccountName: billingAccount.name,
    BillingAccountType: accountType,
    BillingCurrency: currency,
    PricingCurrency: currency,
    InvoiceIssuerName: issuer,
    ProviderName: provider,
    PublisherName: issuer,
    SubAccountId: account.id,
    SubAccountName: account.name,
    SubAccountType: subAccountType,
  }
}

/** The product, with list and contracted price. */
export function skuValues(name: SkuName, account: SubAccount, region: Region): FocusValues {
  const sku = skuOf(name)
  const contracted = 100 - account.billingAccount.discountPercent
  const id = hash(`${sku.cloud}/${name}`).toString(16).padStart(8, '0').toUpperCase()
  return {
    ServiceName: sku.service,
    ServiceCategory: sku.category,
    ServiceSubcategory: sku.subcategory || `Other (${sku.category})`,
    SkuId: id,
    SkuPriceId: `${id}.${region.id}.${contracted}`,
    SkuMeter: `${sku.cloud === 'aws' ? region.prefix : ''}${sku.meter}`,
    SkuPriceDetails: sku.instanceType ? JSON.stringify({ InstanceType: sku.instanceType }) : '',
    ChargeDescription: sku.description,
    PricingUnit: sku.unit,
    ListUnitPrice: priceText(sku.price),
    ContractedUnitPrice: priceText(sku.price, contracted),
    RegionId: region.id,
    RegionName: region.name,
  }
}

export function usageValues(resource: Resource, charge: Charge, commitment: Commitment | undefined): FocusValues {
  const { account, region } = resource
  return {
    ...accountValues(account),
    ...skuValues(charge.sku, account, region),
    ...(commitment ? commitmentValues(commitment, 'Used') : {}),
    AvailabilityZone: resource.availabilityZone,
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ConsumedUnit: skuOf(charge.sku).unit,
    PricingCategory: commitment ? 'Committed' : (skuOf(charge.sku).pricing ?? 'Standard'),
    ResourceId: resource.id,
    ResourceName: resource.name,
    ResourceType: resource.type,
    Tags: JSON.stringify(resource.tags),
  }
}

export function commitmentValues(
  { id, name, type, category }: Commitment,
  status: 'Used' | 'Unused' | '',
): FocusValues {
  return {
    CommitmentDiscountId: id,
    CommitmentDiscountName: name,
    CommitmentDiscountType: type,
    CommitmentDiscountCategory: category,
    CommitmentDiscountStatus: status,
  }
}
