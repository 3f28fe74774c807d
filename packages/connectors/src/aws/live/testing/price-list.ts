/** For tests: an AWS Price List of our own, in the documented shape. It filters and pages as AWS does. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'

export interface ListedOffer {
  service: string
  /** Names of attributes; `productFamily` stands beside them in the answer. */
  attributes: Readonly<Record<string, string>>
  unit: string
  prices: Readonly<Record<string, unknown>>
  effectiveDate?: string
}

export function instanceOffer(
  instanceType: string,
  regionCode: string,
  change: Partial<ListedOffer> = {},
): ListedOffer {
  const region = regionCode === 'us-east-1' ? '' : 'EUC1-'
  return {
    service: 'AmazonEC2',
    attributes: {
      ...{ instanceType, regionCode, productFamily: 'Compute Instance', operatingSystem: 'Linux', tenancy: 'Shared' },
      ...{ preInstalledSw: 'NA', capacitystatus: 'Used', marketoption: 'OnDemand' },
      usagetype: `${region}BoxUsage:${instanceType}`,
    },
    unit: 'Hrs',
    prices: { USD: '0.1230000000' },
    ...change,
  }
}

export function volumeOffer(volumeApiName: string, regionCode: string, price: string): ListedOffer {
  return {
    service: 'AmazonEC2',
    attributes: {
      ...{ volumeApiName, regionCode, productFamily: 'Storage' },
      usagetype: `EUC1-EBS:VolumeUsage.${volumeApiName}`,
    },
    unit: 'GB-Mo',
    prices: { USD: price },
  }
}

/** What is asked, and one page of what matches. */
export function answerGetProducts(offers: readonly ListedOffer[], body: string, pageSize = 100): SmallAnswer {
  const { ServiceCode, Filters = [], NextToken } = JSON.parse(body)
  const matching = offers.filter(
    ({ service, attributes }) =>
      service === ServiceCode &&
      Filters.every(({ Field, Value }: { Field: string; Value: string }) => attributes[Field] === Value),
  )
  const start = Number(NextToken ?? 0)
  return {
    body: {
      FormatVersion: 'aws_v1',
      PriceList: matching.slice(start, start + pageSize).map((offer, index) => entryOf(offer, start + index)),
      ...(start + pageSize < matching.length && { NextToken: String(start + pageSize) }),
    },
  }
}

/** Each entry is a text of JSON. */
function entryOf({ service, attributes, unit, prices, effectiveDate }: ListedOffer, index: number): string {
  const { productFamily, ...others } = attributes
  const sku = `SKU${index}`
  const dimension = {
    unit,
    beginRange: '0',
    endRange: 'Inf',
    description: 'per unit',
    appliesTo: [],
    pricePerUnit: prices,
  }
  const term = {
    ...{ sku, offerTermCode: 'JRTCKXETXF', termAttributes: {} },
    effectiveDate: effectiveDate ?? '2026-11-01T00:00:00Z',
    priceDimensions: { [`${sku}.JRTCKXETXF.6YS6EN2CT7`]: { ...dimension, rateCode: `${sku}.JRTCKXETXF.6YS6EN2CT7` } },
  }
  return JSON.stringify({
    product: { sku, productFamily, attributes: others },
    serviceCode: service,
    terms: { OnDemand: { [`${sku}.JRTCKXETXF`]: term } },
    version: '20261101000000',
    publicationDate: '2026-11-01T00:00:00Z',
  })
}
